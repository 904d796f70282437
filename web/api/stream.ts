// The hall's event stream, read with fetch: goes on where it was after a lost line, and says `reset` when it cannot
// know whether something was missed.
import { createParser } from "eventsource-parser";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import { isHallProblem } from "./problem.ts";
import { table } from "./routes.ts";
import { ask } from "./visit.ts";

export interface StreamListener {
  /** `id`: its place in the stream; null: it has none. */
  message(message: StreamMessage, id: string | null): void;
  /** Whether the line stands. `refused`: the hall does not know this browser. */
  line(state: "open" | "lost" | "refused"): void;
  /** Something came, be it only a sign of life. */
  alive?(): void;
}

/** Where to go on; it outlives a line. */
export interface Place {
  lastEventId: string | null;
}

const pausesMs = [250, 500, 1000, 2000];
/** The hall sends a sign of life every 20 seconds; a line that is silent for longer is dead. */
const silentMs = 45_000;

/** A line that was asked for, and that nobody reads yet. */
export interface AskedLine {
  response: Promise<Response>;
  giveUp(): void;
}

export function askForLine({ lastEventId }: Place): AskedLine {
  const over = new AbortController();
  const response = ask(table["stream"]?.path ?? "", {
    method: "GET",
    headers: headersOf(lastEventId),
    signal: over.signal,
  });
  response.catch(() => undefined); // whoever reads it is told
  return { response, giveUp: () => over.abort() };
}

/** Listens until the signal fires, or the hall says that it does not know us. */
export async function listen({ listener, signal, place, asked: early }: Listening): Promise<void> {
  for (let losses = 0, asked = early; !signal.aborted; losses += 1, asked = null) {
    const went = await listenOnce({ listener, signal, place, asked: asked ?? askForLine(place) });
    if (went === "refused") return listener.line("refused");
    if (signal.aborted) return;
    if (went === "opened") losses = 0;
    listener.line("lost");
    await pause(pausesMs[Math.min(losses, pausesMs.length - 1)] ?? 2000, signal);
  }
}

type Went = "opened" | "closed" | "refused";

export interface Listening {
  listener: StreamListener;
  signal: AbortSignal;
  place: Place;
  /** Where one was asked for ahead. */
  asked: AskedLine | null;
}

async function listenOnce(listening: Listening & { asked: AskedLine }): Promise<Went> {
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
      onEvent: (data, id) => {
        place.lastEventId = id ?? place.lastEventId;
        tell(() => listener.message(JSON.parse(data) as StreamMessage, id));
      },
      onBytes: () => {
        listener.alive?.();
        clearTimeout(timer);
        timer = setTimeout(giveUp, silentMs);
      },
    });
  } catch (thrown) {
    // Else the line broke: the listener is told so, and it is opened again.
    if (isHallProblem(thrown) && thrown.code === "unknown_key") return "refused";
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", giveUp);
  }
  return went;
}

/** A mistake of whoever listens is no broken line: it is told as what it is, and the next message comes. */
function tell(message: () => void): void {
  try {
    message();
  } catch (thrown) {
    reportError(thrown);
  }
}

interface Reading {
  onEvent(data: string, id: string | null): void;
  onBytes(): void;
}

async function read(body: ReadableStream<Uint8Array>, { onEvent, onBytes }: Reading): Promise<void> {
  const parser = createParser({
    onEvent: ({ id, data }) => onEvent(data, id ?? null),
  });
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onBytes();
    parser.feed(value);
  }
}

function headersOf(lastEventId: string | null): Record<string, string> {
  const headers: Record<string, string> = { accept: "text/event-stream" };
  if (lastEventId !== null) headers["last-event-id"] = lastEventId;
  return headers;
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}
