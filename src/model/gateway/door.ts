// Accepts only the two paths of the Messages API, and only with a known secret. The memory that a request may take is
// limited before any of its body is read.
import { timingSafeEqual, createHash } from "node:crypto";
import type { Clock } from "../../host/clock.ts";
import { collectExactly, freeMemory } from "../../host/network/collect-exactly.ts";
import { within } from "../../base/async/time-limit.ts";
import { askAgain, refusal } from "./answers.ts";
import { readAsked, type ModelRequest } from "./asked.ts";
import type { ModelAnswer } from "./deliver.ts";
import { createTurnstile, type Turnstile } from "./turnstile.ts";

export interface RequestHandler {
  turnstile: Turnstile;
  /** Returns the refusal to send once no more requests are accepted; `null` before that. */
  closed(counting: boolean): Response | null;
  /** Records why a request was not answered. */
  refused(why: string): Promise<void>;
  answer(asked: ModelRequest, signal: AbortSignal): Promise<ModelAnswer>;
}

export interface DoorDeps {
  clock: Pick<Clock, "after">;
  /** Returns the handler for requests with this credential; `undefined` if the credential is unknown. */
  behind(headers: Headers): RequestHandler | undefined;
}

/** Makes a handler for callers that are trusted: it passes every request to `answer`. */
export function plainly(
  answer: (asked: ModelRequest, signal: AbortSignal) => Promise<Response>,
): RequestHandler {
  const turnstile = createTurnstile({ requests: 1000, bytes: 2 ** 30, waiting: 0 });
  return {
    turnstile,
    closed: () => null,
    refused: async () => undefined,
    answer: async (asked, signal) => ({
      response: await answer(asked, signal),
      settled: Promise.resolve(),
    }),
  };
}

/** The API's own limit. */
const maxBodyBytes = 32 * 1024 * 1024;
/** Beyond this size the HTTP server refuses a body by itself, with an answer after which claude retries. */
export const largestTaken = 4 * maxBodyBytes;

const messagesPath = "/v1/messages";
const countPath = "/v1/messages/count_tokens";

export async function answerAtDoor(deps: DoorDeps, request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if (pathname === "/" && (request.method === "GET" || request.method === "HEAD")) return new Response(null);
  const counting = pathname === countPath;
  if (request.method !== "POST" || (pathname !== messagesPath && !counting))
    return refusal(404, "not_found_error", "The gateway knows POST /v1/messages and its count_tokens only.");
  if (search !== "" && search !== "?beta=true")
    return refusal(404, "not_found_error", 'The gateway knows the query "?beta=true" only.');
  const behind = deps.behind(request.headers);
  if (behind === undefined)
    return refusal(401, "authentication_error", "This is not a credential of this gateway.");
  return (
    behind.closed(counting) ??
    letIn(behind, request, { target: pathname + search, counting, clock: deps.clock })
  );
}

type Target = Pick<ModelRequest, "target" | "counting"> & Pick<DoorDeps, "clock">;

async function letIn(behind: RequestHandler, request: Request, target: Target): Promise<Response> {
  const bytes = lengthOf(request.headers);
  if (bytes === null)
    return refusal(411, "invalid_request_error", "A request has to say its length (content-length).");
  if (bytes > maxBodyBytes)
    return refusal(413, "request_too_large", `A request may have at most ${maxBodyBytes} bytes.`);
  const turn = await behind.turnstile.enter(bytes, request.signal);
  if (turn === "left") return new Response(null, { status: 499 });
  if (turn === "full") return askAgain("Too many requests wait at once. Try again in a while.");
  let settled: Promise<void> = Promise.resolve();
  try {
    const answer = await readAndAnswer(behind, request, { ...target, bytes });
    settled = answer.settled;
    return answer.response;
  } finally {
    void settled.then(turn.leave, turn.leave);
  }
}

/** Returns `null` if the request does not state its length: a chunked body could have any length. */
function lengthOf(headers: Headers): number | null {
  const said = headers.get("content-length") ?? "";
  return /^\d{1,15}$/.test(said) ? Number(said) : null;
}

async function readAndAnswer(
  behind: RequestHandler,
  request: Request,
  { bytes, clock, ...target }: Target & { bytes: number },
): Promise<ModelAnswer> {
  const { headers, signal } = request;
  const body = await readBody(clock, request, bytes);
  if (body === "left") return { response: new Response(null, { status: 499 }), settled: Promise.resolve() };
  const asked = body === "late" ? "Its body did not come in time." : readAsked({ ...target, headers, body });
  if (bytes > largeBytes) freeMemory();
  if (typeof asked !== "string") return behind.answer(asked, signal);
  await behind.refused(asked);
  return { response: refusal(402, "invalid_request_error", asked), settled: Promise.resolve() };
}

/** After a larger request, the memory that parsing took is freed at once. */
const largeBytes = 4 * 1024 * 1024;

/** How long a body may take. The caller is on this machine, and a slow one keeps others waiting. */
const bodyMs = 90_000;

/** Returns `left` if the sender has disconnected, `late` if the body took too long. */
async function readBody(
  clock: DoorDeps["clock"],
  request: Request,
  bytes: number,
): Promise<Uint8Array<ArrayBuffer> | "late" | "left"> {
  if (request.body === null) return new Uint8Array();
  const reading = collectExactly(request.body, bytes);
  const read = await within({ clock, ms: bodyMs, signal: request.signal }, reading);
  if (read.how === "came") return read.value;
  return read.how === "late" ? "late" : "left";
}

export function presents(headers: Headers, secret: string): boolean {
  const bearer = /^Bearer (.+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  return [headers.get("x-api-key"), bearer].some(
    (given) => typeof given === "string" && isSame(given, secret),
  );
}

/** Compares digests, so that timing reveals neither content nor length. */
function isSame(given: string, secret: string): boolean {
  return timingSafeEqual(digest(given), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
