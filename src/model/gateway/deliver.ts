// Passes an answer on to claude as its bytes arrive, and records the cost before claude sees the end. If claude
// disconnects earlier, the gateway reads the rest, because the bill is at the end.
import { sleep } from "../../host/clock.ts";
import { passedBack } from "./answers.ts";
import type { ModelRequest } from "./asked.ts";
import type { OpenStream } from "./attempt.ts";
import { createStreamMeter } from "./meter.ts";
import { type DeliverDeps, type Delivery, settleBroken, settleEnded, settleLeft } from "./settlement.ts";
import type { Waited } from "../../base/async/time-limit.ts";

const flushMs = 20;

export interface DeliverOrder {
  asked: ModelRequest;
  /** Fires when claude has disconnected. */
  reader: AbortSignal;
  stream: OpenStream;
  startedAt: number;
  /** The request's number. `null` if its sending was not recorded. */
  request: number | null;
}

export interface ModelAnswer {
  response: Response;
  /** Resolves when the answer's outcome is recorded. */
  settled: Promise<void>;
}

type Controller = ReadableStreamDefaultController<Uint8Array>;
type Chunk = Waited<Uint8Array | null>;

export function deliverStream(deps: DeliverDeps, order: DeliverOrder): ModelAnswer {
  const { stream } = order;
  const delivery: Delivery = {
    ...order,
    deps,
    meter: createStreamMeter(deps.clock),
    reading: null,
    settled: false,
    lost: false,
    gone: false,
    recorded: Promise.withResolvers(),
  };
  const flow: Flow = { delivery, first: stream.first, step: Promise.resolve(), out: null };
  const goAway = () => deps.track(leave(flow));
  // If claude has not begun to read the body, the stream does not call `cancel`.
  order.reader.addEventListener("abort", () => void goAway(), { once: true });
  if (order.reader.aborted) void goAway();
  const headers = passedBack(stream.head.headers, deps.model.scrub);
  headers.set("content-type", "text/event-stream");
  headers.set("cache-control", "no-cache");
  return {
    response: new Response(bodyOf(flow, goAway), { status: stream.head.status, headers }),
    settled: delivery.recorded.promise,
  };
}

interface Flow {
  delivery: Delivery;
  /** The first bytes of the answer; `null` once they are passed on. */
  first: Uint8Array | null;
  /**
   * Resolves when the current chunk is handled. Only one is read at a time, whether claude waits for it or only the
   * bill is wanted.
   */
  step: Promise<void>;
  out: Controller | null;
}

/** How many bytes are read ahead of claude: more than any answer has. */
const mostAheadBytes = 4 * 1024 * 1024;

/** Reads ahead of claude: the endpoint charges for what it has produced, whether or not claude has fetched it. */
function bodyOf(flow: Flow, goAway: () => Promise<void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      start: (out) => void (flow.out = out),
      pull: () => (flow.step = step(flow)),
      cancel: goAway,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: mostAheadBytes }),
  );
}

async function step(flow: Flow): Promise<void> {
  const { delivery } = flow;
  const chunk: Chunk =
    flow.first === null ? await delivery.stream.next() : { how: "came", value: flow.first };
  flow.first = null;
  await delivery.deps.track(passOn(flow, chunk));
}

async function passOn(flow: Flow, chunk: Chunk): Promise<void> {
  const { delivery } = flow;
  if (chunk.how === "left") return endEarly(flow);
  if (chunk.how !== "came" || chunk.value === null) return finish(flow, chunk);
  const reading = delivery.meter.feed(chunk.value);
  delivery.reading = reading;
  // The event is not passed on, because its text may quote the credential.
  if (reading.error !== null) return finish(flow, chunk);
  if (reading.ended) await settleEnded(delivery, reading);
  if (delivery.lost) return breakOff(flow);
  if (!delivery.gone) flow.out?.enqueue(chunk.value);
}

async function finish(flow: Flow, chunk: Chunk): Promise<void> {
  const { delivery } = flow;
  delivery.stream.abandon();
  const isWhole = delivery.settled && !delivery.lost;
  await settleBroken(delivery, breakMessage(delivery, chunk));
  if (!isWhole) return breakOff(flow);
  if (!delivery.gone) flow.out?.close();
}

/** Ends the stream with an error: claude must not mistake a part for the whole answer. */
async function breakOff({ delivery, out }: Flow): Promise<void> {
  // A Bun client, such as claude, drops bytes that arrive together with the error.
  await sleep(delivery.deps.clock, flushMs);
  out?.error(new Error("the answer broke off"));
}

function breakMessage(delivery: Delivery, chunk: Chunk): string {
  const said = delivery.reading?.error;
  if (said !== undefined && said !== null) return `The answer broke off: ${delivery.deps.model.scrub(said)}`;
  return chunk.how === "late" ? "The answer stalled and was given up." : "The answer broke off.";
}

/**
 * Aborts an answer that is no longer needed. If claude still reads, it gets an error, so that it does not
 * mistake a part for the whole.
 */
async function endEarly({ delivery, out }: Flow): Promise<void> {
  delivery.stream.abandon();
  await settleLeft(delivery);
  out?.error(new Error("the answer was ended"));
}

/**
 * Continues reading after claude has disconnected, until the cost is recorded or the time for that is over.
 */
async function leave(flow: Flow): Promise<void> {
  const { delivery } = flow;
  if (delivery.gone) return delivery.recorded.promise;
  delivery.gone = true;
  await flow.step.catch(() => undefined); // the reader that pulled gets the error
  while (!delivery.settled) await step(flow);
  delivery.stream.abandon();
}
