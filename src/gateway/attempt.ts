// One try of a model request, up to the moment when something of an answer is there to pass on.
import type { Clock } from "../host/clock.ts";
import type { Asked } from "./asked.ts";
import { refusedBy, unanswered, unreadable, type Failure } from "./failure.ts";
import { readMessage, type Reading } from "./meter.ts";
import type { Mismatch, Model } from "./model.ts";
import { within, type Waited } from "../host/within.ts";

export interface AttemptDeps {
  clock: Clock;
  model: Model;
  timing: { firstByteMs: number; betweenBytesMs: number };
}

/** The rest of a stream whose first bytes have come. */
export interface OpenStream {
  head: Response;
  first: Uint8Array;
  next(): Promise<Waited<Uint8Array | null>>;
  /** Lets go of upstream. */
  abandon(): void;
}

export type Attempt =
  | { how: "stream"; stream: OpenStream }
  | { how: "whole"; head: Response; text: string; reading: Reading | null }
  | { how: "failed"; failure: Failure }
  | { how: "mismatch"; message: string }
  | { how: "left" };

type Reader = ReadableStreamDefaultReader<Uint8Array>;

interface Try {
  deps: AttemptDeps;
  asked: Asked;
  /** Fires when claude has gone, or when this try is given up. */
  signal: AbortSignal;
  giveUp(): void;
}

export async function attempt(deps: AttemptDeps, asked: Asked, signal: AbortSignal): Promise<Attempt> {
  if (signal.aborted) return { how: "left" };
  const given = new AbortController();
  const once: Try = {
    deps,
    asked,
    signal: AbortSignal.any([signal, given.signal]),
    giveUp: () => given.abort(),
  };
  const outcome = await firstBytes(once);
  if (outcome.how !== "stream") once.giveUp();
  return outcome;
}

async function firstBytes(once: Try): Promise<Attempt> {
  const { clock, timing, model } = once.deps;
  const began = begin(model.ask(once.asked, once.signal));
  const waited = await within({ clock, ms: timing.firstByteMs, signal: once.signal }, began);
  if (waited.how !== "came") return notCome(once, waited, timing.firstByteMs);
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

/** Head and first byte together: an endpoint that sends its head and then nothing is as silent as any. */
async function begin(asking: Promise<Response | Mismatch>): Promise<Began | Mismatch> {
  const head = await asking;
  if ("mismatch" in head) return head;
  const reader = head.body?.getReader() ?? null;
  return { head, reader, first: reader === null ? null : await nextBytes(reader) };
}

/** null at the end. */
async function nextBytes(reader: Reader): Promise<Uint8Array | null> {
  const { done, value } = await reader.read();
  return done ? null : value;
}

function isEventStream(head: Response): boolean {
  return (head.headers.get("content-type") ?? "").startsWith("text/event-stream");
}

function openStream(once: Try, { head, reader, first }: Began): Attempt {
  if (reader === null || first === null) return failed("The model endpoint sent an empty answer.");
  return {
    how: "stream",
    stream: { head, first, next: () => following(once, reader), abandon: () => once.giveUp() },
  };
}

function following(once: Try, reader: Reader): Promise<Waited<Uint8Array | null>> {
  const { clock, timing } = once.deps;
  return within({ clock, ms: timing.betweenBytesMs, signal: once.signal }, nextBytes(reader));
}

const maxWholeBytes = 64 * 1024 * 1024;

/** Nothing of it has gone out before it is whole, so a break in it can still be tried again. */
async function wholeBody(once: Try, { head, reader, first }: Began): Promise<Attempt> {
  const chunks: Uint8Array[] = [];
  if (reader === null) return judge(once, head, "");
  for (let chunk = first, size = 0; chunk !== null && size < maxWholeBytes; size += chunk?.length ?? 0) {
    chunks.push(chunk);
    const waited = await following(once, reader);
    if (waited.how !== "came") return notCome(once, waited, once.deps.timing.betweenBytesMs);
    chunk = waited.value;
  }
  return judge(once, head, new TextDecoder().decode(Buffer.concat(chunks)));
}

const notAMessage = "The model endpoint answered, but not with a message that says what it cost.";

function judge(once: Try, head: Response, text: string): Attempt {
  const { model, clock } = once.deps;
  if (!head.ok) {
    const answer = { status: head.status, headers: head.headers, text: model.scrub(text), now: clock.now() };
    return { how: "failed", failure: refusedBy(answer) };
  }
  const reading = once.asked.counting ? null : readMessage(text);
  if (text === "") return failed("The model endpoint sent an empty answer.");
  if (reading === undefined) return { how: "failed", failure: unreadable(notAMessage) };
  return { how: "whole", head, text, reading };
}

function notCome(once: Try, waited: Exclude<Waited<unknown>, { how: "came" }>, ms: number): Attempt {
  if (waited.how === "left") return { how: "left" };
  if (waited.how === "late") return failed(`The model endpoint was silent for ${ms / 1000} s.`);
  return failed(
    `The model endpoint could not be reached, or hung up: ${reason(once.deps.model, waited.error)}`,
  );
}

function reason(model: Model, error: unknown): string {
  return model.scrub(error instanceof Error ? error.message : String(error)).slice(0, 500);
}

function failed(message: string): Attempt {
  return { how: "failed", failure: unanswered(message) };
}
