// Passes an answer on to claude as its bytes come, and records what it cost before claude has seen its end.
import { sleep } from "../host/clock.ts";
import { passedBack } from "./answers.ts";
import type { Asked } from "./asked.ts";
import type { OpenStream } from "./attempt.ts";
import { createStreamMeter } from "./meter.ts";
import { type DeliverDeps, type Delivery, settleBroken, settleLeft, settleWhole } from "./settlement.ts";
import type { Waited } from "../host/within.ts";

const flushMs = 20;

export interface DeliverOrder {
  asked: Asked;
  /** Fires when claude has gone. */
  signal: AbortSignal;
  stream: OpenStream;
  startedAt: number;
}

export interface Answer {
  response: Response;
  /** Resolves when its outcome is on record. */
  settled: Promise<void>;
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

export function deliverStream(deps: DeliverDeps, order: DeliverOrder): Answer {
  const delivery: Delivery = {
    ...order,
    deps,
    meter: createStreamMeter(),
    reading: null,
    settled: false,
    lost: false,
    gone: false,
    recorded: Promise.withResolvers(),
  };
  const goAway = () => deps.track(leave(delivery));
  // A body that nobody has begun to read is not cancelled.
  order.signal.addEventListener("abort", () => void goAway(), { once: true });
  if (order.signal.aborted) void goAway();
  const headers = passedBack(order.stream.head.headers, deps.model.scrub);
  headers.set("content-type", "text/event-stream");
  headers.set("cache-control", "no-cache");
  const { status } = order.stream.head;
  return {
    response: new Response(bodyOf(delivery, goAway), { status, headers }),
    settled: delivery.recorded.promise,
  };
}

function bodyOf(delivery: Delivery, goAway: () => Promise<void>): ReadableStream<Uint8Array> {
  const { stream, deps } = delivery;
  let first: Uint8Array | null = stream.first;
  return new ReadableStream<Uint8Array>({
    pull: async (controller) => {
      const chunk: Waited<Uint8Array | null> =
        first === null ? await stream.next() : { how: "came", value: first };
      first = null;
      await deps.track(passOn(delivery, controller, chunk));
    },
    cancel: goAway,
  });
}

async function passOn(delivery: Delivery, out: Controller, chunk: Waited<Uint8Array | null>): Promise<void> {
  if (chunk.how === "left") return endEarly(delivery, out);
  if (chunk.how !== "came" || chunk.value === null) return finish(delivery, out, chunk);
  const reading = delivery.meter.feed(chunk.value);
  delivery.reading = reading;
  if (reading.ended) await settleWhole(delivery, reading);
  if (delivery.lost) return breakOff(delivery, out);
  if (!delivery.gone) out.enqueue(chunk.value);
}

async function finish(delivery: Delivery, out: Controller, chunk: Waited<Uint8Array | null>): Promise<void> {
  delivery.stream.abandon();
  const isWhole = delivery.settled && !delivery.lost;
  await settleBroken(delivery, breakMessage(delivery, chunk));
  if (!isWhole) return breakOff(delivery, out);
  if (!delivery.gone) out.close();
}

/** Not a clean end: claude must not take what it has for the whole answer. */
async function breakOff(delivery: Delivery, out: Controller): Promise<void> {
  // A client on Bun, as claude is one, throws away bytes that come together with the break.
  await sleep(delivery.deps.clock, flushMs);
  if (!delivery.gone) out.error(new Error("the answer broke off"));
}

function breakMessage(delivery: Delivery, chunk: Waited<Uint8Array | null>): string {
  const said = delivery.reading?.error;
  if (said !== undefined && said !== null) return `The answer broke off: ${delivery.deps.model.scrub(said)}`;
  return chunk.how === "late" ? "The answer stalled and was given up." : "The answer broke off.";
}

/** Nobody waits for it, or nobody may: who still reads must not take what it has for the whole. */
async function endEarly(delivery: Delivery, out: Controller): Promise<void> {
  await leave(delivery);
  out.error(new Error("the answer was ended"));
}

async function leave(delivery: Delivery): Promise<void> {
  delivery.gone = true;
  delivery.stream.abandon();
  await settleLeft(delivery);
}
