// Makes one attempt at a model request. It returns at the first bytes of a stream, or with the whole of any
// other answer.
import { messageOf } from "../../base/text/message-of.ts";
import type { Clock } from "../../host/clock.ts";
import type { ModelRequest } from "./asked.ts";
import { refusedBy, unanswered, unreadable, type Failure } from "./failure.ts";
import { readMessage, type Reading } from "./meter.ts";
import type { Mismatch, Model } from "./model.ts";
import { neverArrived } from "../../host/network/outbound.ts";
import { within, type Waited } from "../../base/async/time-limit.ts";
import { tokensIn, weightOf } from "../../rules/model/estimate.ts";

export interface AttemptDeps {
  clock: Clock;
  model: Model;
  timing: { firstByteMs: number; betweenBytesMs: number };
}

/** The rest of a stream whose first bytes have arrived. */
export interface OpenStream {
  head: Response;
  first: Uint8Array;
  next(): Promise<Waited<Uint8Array | null>>;
  /** Drops the connection to upstream. */
  abandon(): void;
}

export type RequestAttempt =
  | { how: "stream"; stream: OpenStream }
  | { how: "whole"; head: Response; text: string; reading: Reading | null }
  | { how: "failed"; failure: Failure; passed: PassedTokens }
  | { how: "mismatch"; message: string }
  | { how: "left"; passed: PassedTokens };

/**
 * The estimated tokens that arrived. `null` if the request costs nothing, because the endpoint refused it or never got
 * it.
 */
export type PassedTokens = number | null;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

interface Try {
  deps: AttemptDeps;
  asked: ModelRequest;
  /**
   * Fires when the caller needs neither the answer nor its bill any more, or when this attempt is aborted.
   */
  signal: AbortSignal;
  giveUp(): void;
  /** `null` until the head has arrived. */
  head: Response | null;
}

export async function attempt(
  deps: AttemptDeps,
  asked: ModelRequest,
  signal: AbortSignal,
): Promise<RequestAttempt> {
  if (signal.aborted) return { how: "left", passed: null };
  const given = new AbortController();
  const once: Try = {
    deps,
    asked,
    signal: AbortSignal.any([signal, given.signal]),
    giveUp: () => given.abort(),
    head: null,
  };
  const outcome = await firstBytes(once);
  if (outcome.how !== "stream") once.giveUp();
  return outcome;
}

async function firstBytes(once: Try): Promise<RequestAttempt> {
  const { clock, timing, model } = once.deps;
  const began = begin(once, model.ask(once.asked, once.signal));
  const waited = await within({ clock, ms: timing.firstByteMs, signal: once.signal }, began);
  if (waited.how !== "came") return brokenOff(once, waited, { ms: timing.firstByteMs, bytes: 0 });
  const answer = waited.value;
  if ("mismatch" in answer) return { how: "mismatch", message: answer.mismatch };
  if (answer.head.ok && isEventStream(answer.head)) return openStream(once, answer);
  return wholeBody(once, answer);
}

interface Began {
  head: Response;
  reader: Reader | null;
  first: Uint8Array | null;
}

/** Waits for head and first byte under one timeout: an endpoint that sends only its head counts as silent. */
async function begin(once: Try, asking: Promise<Response | Mismatch>): Promise<Began | Mismatch> {
  const head = await asking;
  if ("mismatch" in head) return head;
  once.head = head;
  const reader = head.body?.getReader() ?? null;
  return { head, reader, first: reader === null ? null : await nextBytes(reader) };
}

/** Returns the next bytes; `null` at the end of the body. */
async function nextBytes(reader: Reader): Promise<Uint8Array | null> {
  const { done, value } = await reader.read();
  return done ? null : value;
}

function isEventStream(head: Response): boolean {
  return /^text\/event-stream\b/i.test(head.headers.get("content-type") ?? "");
}

function openStream(once: Try, { head, reader, first }: Began): RequestAttempt {
  if (reader === null || first === null) return failed(emptyAnswer, 0);
  return {
    how: "stream",
    stream: { head, first, next: () => following(once, reader), abandon: () => once.giveUp() },
  };
}

function following(once: Try, reader: Reader): Promise<Waited<Uint8Array | null>> {
  const { clock, timing } = once.deps;
  return within({ clock, ms: timing.betweenBytesMs, signal: once.signal }, nextBytes(reader));
}

/** The first limit is larger than any answer. The second is for a refusal, of which only the beginning is needed. */
const maxWholeBytes = 16 * 1024 * 1024;
const maxRefusalBytes = 1024 * 1024;
const emptyAnswer = "The model endpoint sent an empty answer.";

/**
 * Reads a body that is not a stream. Nothing is passed on before it is complete, so an incomplete one can still be
 * retried.
 */
async function wholeBody(once: Try, { head, reader, first }: Began): Promise<RequestAttempt> {
  const chunks: Uint8Array[] = [];
  if (reader === null) return judge(once, head, "");
  const most = head.ok ? maxWholeBytes : maxRefusalBytes;
  let bytes = 0;
  for (let chunk = first; chunk !== null && bytes < most;) {
    chunks.push(chunk);
    bytes += chunk.length;
    const waited = await following(once, reader);
    const ms = once.deps.timing.betweenBytesMs;
    if (waited.how !== "came") return brokenOff(once, waited, { ms, bytes });
    chunk = waited.value;
  }
  return judge(once, head, new TextDecoder().decode(Buffer.concat(chunks)));
}

type NotCome = Exclude<Waited<unknown>, { how: "came" }>;

interface Came {
  /** How long the attempt waited. */
  ms: number;
  bytes: number;
}

/**
 * Describes an answer that did not arrive in full. It is charged for the length in `content-length`, if there is one. A
 * refused request costs nothing.
 */
function brokenOff(once: Try, waited: NotCome, { ms, bytes }: Came): RequestAttempt {
  const { head } = once;
  const said = Number(head?.headers.get("content-length") ?? 0);
  const most = Number.isSafeInteger(said) ? Math.min(said, maxWholeBytes) : 0;
  const outcome = notCome(once, waited, { ms, bytes: Math.max(bytes, most) });
  return head?.ok === false && "passed" in outcome ? { ...outcome, passed: null } : outcome;
}

export const noBill = "The model endpoint answered, but not with a message that says what it cost.";

function judge(once: Try, head: Response, text: string): RequestAttempt {
  const { model, clock } = once.deps;
  if (!head.ok) {
    const { status, headers } = head;
    const answer = { status, headers, text, now: clock.now(), scrub: (each: string) => model.scrub(each) };
    return { how: "failed", failure: refusedBy(answer), passed: null };
  }
  const reading = once.asked.counting ? null : readMessage(text);
  if (text === "") return failed(emptyAnswer, 0);
  if (reading === undefined)
    return { how: "failed", failure: unreadable(noBill), passed: tokensIn(weightOf(Buffer.from(text))) };
  return { how: "whole", head, text, reading };
}

function notCome(once: Try, waited: NotCome, { ms, bytes }: Came): RequestAttempt {
  const passed = tokensIn(bytes);
  if (waited.how === "left") return { how: "left", passed };
  if (waited.how === "late") return failed(`The model endpoint was silent for ${ms / 1000} s.`, passed);
  return failed(
    `The model endpoint could not be reached, or hung up: ${reason(once.deps.model, waited.error)}`,
    neverArrived(waited.error) ? null : passed,
  );
}

function reason(model: Model, error: unknown): string {
  return model.scrub(messageOf(error)).slice(0, 500);
}

function failed(message: string, passed: PassedTokens): RequestAttempt {
  return { how: "failed", failure: unanswered(message), passed };
}
