// Passes an answer on to claude as its bytes come, and records what it cost before claude has seen its end.
import { sleep, type Clock } from "../host/clock.ts";
import type { Account } from "./account.ts";
import { passedBack } from "./answers.ts";
import type { Asked } from "./asked.ts";
import type { OpenStream } from "./attempt.ts";
import { createStreamMeter, type Reading, type StreamMeter } from "./meter.ts";
import type { Model } from "./model.ts";
import type { Waited } from "./within.ts";

export interface DeliverDeps {
  clock: Clock;
  account: Account;
  model: Model;
  breaks: Breaks;
  /** Work that must be over before the gateway is closed. */
  track(work: Promise<void>): Promise<void>;
}

/** Answers of the main conversation that broke off, one after another. */
export interface Breaks {
  inARow: number;
}

/** After a broken answer claude asks again by itself, for ever if a block of each answer was whole. */
export const maxBreaks = 3;
const flushMs = 20;

interface Delivery {
  deps: DeliverDeps;
  asked: Asked;
  stream: OpenStream;
  startedAt: number;
  meter: StreamMeter;
  reading: Reading | null;
  /** Its outcome is on record. */
  settled: boolean;
}

export interface DeliverOrder {
  asked: Asked;
  stream: OpenStream;
  startedAt: number;
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

export function deliverStream(deps: DeliverDeps, order: DeliverOrder): Response {
  const delivery: Delivery = { ...order, deps, meter: createStreamMeter(), reading: null, settled: false };
  let first: Uint8Array | null = order.stream.first;
  const body = new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk: Waited<Uint8Array | null> =
        first === null ? await order.stream.next() : { how: "came", value: first };
      first = null;
      await deps.track(
        passOn(delivery, controller, chunk).catch((error) => unrecorded(deps, controller, error)),
      );
    },
    cancel: () => deps.track(leave(delivery).catch((error) => unrecorded(deps, null, error))),
  });
  const headers = passedBack(order.stream.head.headers, deps.model.scrub);
  headers.set("content-type", "text/event-stream");
  headers.set("cache-control", "no-cache");
  return new Response(body, { status: order.stream.head.status, headers });
}

async function passOn(delivery: Delivery, out: Controller, chunk: Waited<Uint8Array | null>): Promise<void> {
  if (chunk.how === "left") return leave(delivery);
  if (chunk.how !== "came" || chunk.value === null) return finish(delivery, out, chunk);
  delivery.reading = delivery.meter.feed(chunk.value);
  if (delivery.reading.ended && !delivery.settled) {
    delivery.settled = true;
    if (delivery.asked.kind === "main") delivery.deps.breaks.inARow = 0;
    await recordAnswer(delivery, delivery.reading);
  }
  out.enqueue(chunk.value);
}

async function finish(delivery: Delivery, out: Controller, chunk: Waited<Uint8Array | null>): Promise<void> {
  delivery.stream.abandon();
  if (delivery.settled) return out.close();
  delivery.settled = true;
  await recordBreak(delivery, breakMessage(delivery, chunk));
  // A client on Bun, as claude is one, throws away bytes that come together with the break.
  await sleep(delivery.deps.clock, flushMs);
  // Not a clean end: claude must not take what it has for the whole answer.
  out.error(new Error("the answer broke off"));
}

function breakMessage(delivery: Delivery, chunk: Waited<Uint8Array | null>): string {
  const said = delivery.reading?.error;
  if (said !== undefined && said !== null) return `The answer broke off: ${delivery.deps.model.scrub(said)}`;
  return chunk.how === "late" ? "The answer stalled and was given up." : "The answer broke off.";
}

async function recordBreak(delivery: Delivery, message: string): Promise<void> {
  const { deps, asked, reading } = delivery;
  await deps.account.failed({ kind: asked.kind, status: null, message, retried: false });
  if (reading?.begun === true && deps.model.billsBrokenAnswers) await recordAnswer(delivery, reading);
  if (asked.kind !== "main") return;
  deps.breaks.inARow += 1;
  if (deps.breaks.inARow < maxBreaks) return;
  deps.account.condemn({ how: "api", status: null, message: `${message} (${maxBreaks} times in a row)` });
}

/** What cannot be recorded must not go on: the answer breaks off here, and the session ends. */
async function unrecorded(deps: DeliverDeps, out: Controller | null, error: unknown): Promise<void> {
  const reason = error instanceof Error ? error.message : String(error);
  deps.account.condemn({ how: "api", status: null, message: `An answer could not be recorded: ${reason}` });
  // Bun prints the error of a stream that fails before its head is out.
  await sleep(deps.clock, flushMs);
  out?.error(new Error("the answer could not be recorded"));
}

/** claude has gone. That is no failure of the model; what it had begun to answer is paid for. */
async function leave(delivery: Delivery): Promise<void> {
  delivery.stream.abandon();
  if (delivery.settled) return;
  delivery.settled = true;
  const { reading, deps } = delivery;
  if (reading?.begun === true && deps.model.billsBrokenAnswers) await recordAnswer(delivery, reading);
}

function recordAnswer(delivery: Delivery, reading: Reading): Promise<void> {
  const { deps, asked, startedAt } = delivery;
  const ms = Math.round(deps.clock.monotonic() - startedAt);
  return deps.account.answered({ kind: asked.kind, model: asked.model, reading, ms });
}
