// Handles the hall's HTTP requests: checks each with the guard, routes it and answers it. Works on requests and
// responses; sockets are opened elsewhere.
import { routes } from "../../contract/api/api.ts";
import type { Operations } from "../../contract/api/operation.ts";
import type { Route } from "../../contract/api/route.ts";
import type { Clock } from "../../host/clock.ts";
import type { PageKeys } from "./page/page-keys.ts";
import { problemOfThrown, refused, withSafeHeaders } from "./answers.ts";
import { createEntrance } from "./page/entrance.ts";
import { createEventStream, type EventStream } from "./stream/event-stream.ts";
import { createGuard, type Guard, isFromElsewhere } from "./guard.ts";
import type { Feed } from "./stream/feed.ts";
import { createOwnRoutes } from "./own-routes.ts";
import { createOpenApi } from "./openapi.ts";
import type { Page } from "./page/page.ts";
import { createRouter, type Router } from "./router.ts";
import { openSigned } from "./page/open-signed.ts";

export interface AppDeps {
  operations: Operations;
  feed: Feed;
  page: Page;
  clock: Clock;
  token: string;
  /** The known browsers. */
  keys: PageKeys;
  /** Returns the port the hall listens on. Called at each request, because the port is known only after listening. */
  port(): number;
  /** Identifies this run of the hall, so that an event id of an earlier run is recognised. */
  boot: string;
  version: string;
  /** Reports a fault or a bug met while a request was handled. */
  report(failure: { method: string; path: string; cause: unknown }): void;
}

export interface App {
  /** Calls `proved` once a request has shown a valid token or signature, before its body is read. */
  fetch(request: Request, proved?: () => void): Promise<Response>;
  /** Ends every event stream. Later requests are answered with 503 `stopping`. */
  stop(): void;
}

interface Parts {
  guard: Guard;
  router: Router;
  stream: EventStream;
  page: Page;
  failed(thrown: unknown, request: Request): Response;
}

export function createApp(deps: AppDeps): App {
  const stream = createEventStream(deps);
  const failed = (thrown: unknown, request: Request) => fail(deps, thrown, request);
  const document = () => createOpenApi(deps.version);
  const entrance = createEntrance(deps);
  const own = createOwnRoutes({ entrance, stream, document });
  const parts: Parts = {
    guard: createGuard({ ...deps, entrance }),
    router: createRouter({ operations: deps.operations, own, failed }),
    stream,
    page: deps.page,
    failed,
  };
  return {
    fetch: (request, proved = () => undefined) => answer(parts, request, proved),
    stop: () => stream.stop(),
  };
}

async function answer(parts: Parts, request: Request, proved: () => void): Promise<Response> {
  try {
    const address = addressOf(request);
    const isForPage = address !== "/api" && !address.startsWith("/api/");
    return isForPage
      ? await answerForPage(parts, { request, address })
      : withSafeHeaders(await answerForApi(parts, request, proved));
  } catch (thrown) {
    return withSafeHeaders(parts.failed(thrown, request));
  }
}

async function answerForApi(
  { guard, stream, router }: Parts,
  request: Request,
  proved: () => void,
): Promise<Response> {
  const passed = guard.check(request);
  if (!passed.ok) return refused(passed.problem);
  if (passed.by !== "anybody") proved();
  if (stream.isStopped()) return stopping();
  if (passed.signed === null || isFile(request)) return router.fetch(request, passed);
  const opened = await openSigned(request, passed.signed);
  return opened.ok ? router.fetch(opened.value, passed) : refused(opened.problem);
}

const rows: readonly Route[] = Object.values(routes);
const forFiles = new Set(
  rows.flatMap(({ body, method, path }) => (body === "bytes" ? [`${method} ${path}`] : [])),
);

/**
 * Returns true if the body is a file. Its operation compares it with the signed hash while it reads it, because it may
 * be too large for memory.
 */
function isFile(request: Request): boolean {
  return forFiles.has(`${request.method} ${addressOf(request)}`);
}

async function answerForPage(
  { guard, stream, page }: Parts,
  { request, address }: { request: Request; address: string },
): Promise<Response> {
  const refusal = guard.checkForPage(request);
  if (refusal) return withSafeHeaders(refused(refusal.problem));
  if (stream.isStopped()) return withSafeHeaders(stopping());
  const { method, headers } = request;
  const { search } = new URL(request.url);
  return page.answer({ method, address, search, headers, isFromElsewhere: isFromElsewhere(headers) });
}

/** Returns the path of the request. An unparseable URL counts as an API request, which is guarded more strictly. */
function addressOf({ url }: Request): string {
  return URL.canParse(url) ? new URL(url).pathname : "/api";
}

function stopping(): Response {
  return refused({ code: "stopping", message: "The hall is stopping.", hint: 'Run "guild-hall up" again.' });
}

function fail(deps: Pick<AppDeps, "report">, thrown: unknown, request: Request): Response {
  deps.report({ method: request.method, path: addressOf(request).slice(0, 200), cause: thrown });
  return refused(problemOfThrown(thrown));
}
