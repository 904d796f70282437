// The hall's HTTP door: guard, then route, then answer. It knows requests and responses, not sockets.
import type { Clock } from "../../host/clock.ts";
import { createActions } from "./actions.ts";
import { problemOfThrown, refused, withSafeHeaders } from "./answers.ts";
import { createEventStream, type EventStream } from "./event-stream.ts";
import { createGuard, type Guard, isFromElsewhere } from "./guard.ts";
import type { Feed, HallOperations } from "./hall-operations.ts";
import { createOpenApi } from "./openapi.ts";
import type { Page } from "./page.ts";
import { createRouter, type Router } from "./router.ts";

export interface AppDeps {
  operations: HallOperations;
  feed: Feed;
  page: Page;
  clock: Pick<Clock, "after">;
  token: string;
  /** The port the hall listens on; asked at each request, since it is known only after listening. */
  port(): number;
  /** Names this run of the hall, so that an event id of an earlier run is recognised. */
  boot: string;
  version: string;
  /** A fault or a bug met while a request was handled. */
  report(failure: { method: string; path: string; cause: unknown }): void;
}

export interface App {
  fetch(request: Request): Promise<Response>;
  /** Ends every event stream; what is asked after this is answered 503 `stopping`. */
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
  const actions = createActions({ operations: deps.operations, stream, document });
  const parts: Parts = {
    guard: createGuard(deps),
    router: createRouter({ actions, failed }),
    stream,
    page: deps.page,
    failed,
  };
  return { fetch: (request) => answer(parts, request), stop: () => stream.stop() };
}

async function answer(parts: Parts, request: Request): Promise<Response> {
  try {
    const address = addressOf(request);
    const isForPage = address !== "/api" && !address.startsWith("/api/");
    const refusal = isForPage ? parts.guard.checkForPage(request) : parts.guard.check(request);
    if (refusal) return withSafeHeaders(refused(refusal.problem));
    if (parts.stream.isStopped()) return withSafeHeaders(stopping());
    if (!isForPage) return withSafeHeaders(await parts.router.fetch(request));
    const { method, headers } = request;
    return await parts.page.answer({ method, address, headers, isFromElsewhere: isFromElsewhere(headers) });
  } catch (thrown) {
    return withSafeHeaders(parts.failed(thrown, request));
  }
}

/** What is no address goes to the stricter guard. */
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
