// Reads the hall's event stream with fetch. Resumes after a lost connection, and sends `reset` to the listener if
// messages may have been missed.
import { createEventReader, type EventBlock } from "../../src/base/data/event-reader.ts";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import { isHallProblem } from "./problem.ts";

export interface StreamListener {
  /** `id` is the message's place in the stream; `null` if the message has none. */
  message(message: StreamMessage, id: string | null): void;
  /** Called with the state of the connection. `refused`: the hall does not know this browser. */
  line(state: "open" | "lost" | "refused"): void;
  /** Called when anything arrives, even if only a heartbeat. */
  alive?(): void;
}

/** From where the stream resumes after a lost connection. */
export interface StreamPosition {
  lastEventId: string | null;
}

const pausesMs = [250, 500, 1000, 2000];
/** The hall sends a heartbeat every 20 seconds; a stream that is silent for this long is dead. */
const silentMs = 45_000;

/** A stream that was requested ahead and is not read yet. */
export interface AskedLine {
  response: Promise<Response>;
  giveUp(): void;
}

/** Listens until the signal fires, or the hall says that it does not know this browser. */
export async function listen({ listener, signal, place, asked: early, ask }: StreamOptions): Promise<void> {
  for (let losses = 0, asked = early; !signal.aborted; losses += 1, asked = null) {
    const went = await listenOnce({ listener, signal, place, asked: asked ?? ask(place) });
    if (went === "refused") return listener.line("refused");
    if (signal.aborted) return;
    if (went === "opened") losses = 0;
    listener.line("lost");
    await pause(pausesMs[Math.min(losses, pausesMs.length - 1)] ?? 2000, signal);
  }
}

type Went = "opened" | "closed" | "refused";

export interface StreamOptions {
  listener: StreamListener;
  signal: AbortSignal;
  place: StreamPosition;
  /** A stream that was requested ahead; `null` if none was. */
  asked: AskedLine | null;
  ask(place: StreamPosition): AskedLine;
}

async function listenOnce(listening: Omit<StreamOptions, "ask"> & { asked: AskedLine }): Promise<Went> {
  const { listener, signal, place, asked } = listening;
  const { giveUp } = asked;
  let timer = setTimeout(giveUp, silentMs);
  let went: Went = "closed";
  signal.addEventListener("abort", giveUp);
  try {
    const response = await asked.response;
    if (response.status === 401) return "refused";
    if (!response.ok || response.body === null) return "closed";
    went = "opened";
    listener.line("open");
    if (place.lastEventId === null) tell(() => listener.message({ type: "reset" }, null));
    await read(response.body, {
      onBlock: ({ id, data }) => {
        place.lastEventId = id ?? place.lastEventId;
        if (data !== null) tell(() => listener.message(JSON.parse(data) as StreamMessage, id));
      },
      onBytes: () => {
        listener.alive?.();
        clearTimeout(timer);
        timer = setTimeout(giveUp, silentMs);
      },
    });
  } catch (thrown) {
    // Any other error means that the connection broke: the listener is told, and the stream is opened again.
    if (isHallProblem(thrown) && thrown.code === "unknown_key") return "refused";
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
  return went;
}

/** Calls the listener. An error in it is not a broken connection: it is reported, and the stream continues. */
function tell(message: () => void): void {
  try {
    message();
  } catch (thrown) {
    reportError(thrown);
  }
}

interface Reading {
  onBlock(block: EventBlock): void;
  onBytes(): void;
}

async function read(body: ReadableStream<Uint8Array>, { onBlock, onBytes }: Reading): Promise<void> {
  const feed = createEventReader(onBlock);
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    feed(value);
  }
}

/** Resolves after `ms`, or at once when the signal fires. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    signal.addEventListener("abort", done);
  });
}
