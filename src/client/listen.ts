// Turns the hall's event stream into an async iterator. After a lost connection it reconnects and resumes where it was.
// It yields `reset` when a message may have been missed.
import { within, type Timers } from "../base/async/time-limit.ts";
import { createEventReader, type EventBlock } from "../base/data/event-reader.ts";
import { routes } from "../contract/api/api.ts";
import { streamMessage, type StreamMessage } from "../contract/api/stream.ts";
import { hasCode, mayPass, notUnderstood, unreachable } from "./problem.ts";
import { request, type HallConnection } from "./send.ts";

export interface ListenDeps extends HallConnection, Timers {
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

/** The pause before each retry. If all these retries fail in a row, the hall counts as unreachable. */
export const retryDelaysMs: readonly number[] = [100, 250, 500, 1000, 2000, 4000, 8000, 8000, 8000];

/** The hall sends a heartbeat every 20 seconds. A hall that is silent for this long counts as unreachable. */
export const silentMs = 45_000;

interface Listening {
  deps: ListenDeps;
  signal: AbortSignal | undefined;
  lastEventId: string | null;
  /** Consecutive failed attempts. */
  failures: number;
  /** Why the last attempt failed, if known. */
  lost?: unknown;
}

export async function* listen(
  deps: ListenDeps,
  signal: AbortSignal | undefined,
): AsyncGenerator<StreamMessage, void> {
  const listening: Listening = { deps, signal, lastEventId: null, failures: 0 };
  for (;;) {
    if (signal?.aborted) return;
    try {
      yield* listenOnce(listening);
    } catch (error) {
      if (signal?.aborted) return;
      if (!mayPass(error)) throw error;
      if (hasCode(error, "unreachable")) listening.lost = error;
    }
    await pause(listening);
  }
}

async function pause(listening: Listening): Promise<void> {
  const { deps, signal } = listening;
  const delay = retryDelaysMs[listening.failures];
  listening.failures += 1;
  if (delay === undefined) throw listening.lost ?? unreachable(deps.url, undefined);
  await deps.wait(delay, signal);
}

async function* listenOnce(listening: Listening): AsyncGenerator<StreamMessage, void> {
  const { deps, signal, lastEventId } = listening;
  const headers: Record<string, string> = { accept: "text/event-stream" };
  if (lastEventId !== null) headers["last-event-id"] = lastEventId;
  const response = await request(deps, { route: routes.stream, headers, signal });
  if (response.body === null) return;
  listening.failures = 0;
  yield* messages(listening, response.body);
}

async function* messages(
  listening: Listening,
  body: ReadableStream<Uint8Array>,
): AsyncGenerator<StreamMessage, void> {
  const arrived: EventBlock[] = [];
  const feed = createEventReader((block) => arrived.push(block));
  const decoder = new TextDecoder();
  const reader = body.getReader();
  // Without an id there is nothing to resume from, so the consumer has to fetch the state itself.
  let isNew = listening.lastEventId === null;
  try {
    for (;;) {
      const chunk = await nextChunk(listening, reader);
      if (chunk.done) return;
      feed(decoder.decode(chunk.value, { stream: true }));
      // Yield `reset` only after the hall's first message: it has the id to resume from after a lost
      // connection.
      if (isNew) yield { type: "reset" };
      isNew = false;
      for (const { id, data } of arrived.splice(0)) {
        listening.lastEventId = id ?? listening.lastEventId;
        if (data !== null) yield parseMessage(data);
      }
    }
  } finally {
    // Frees the connection even if the consumer leaves its loop. This fails if the connection is closed already.
    await reader.cancel().catch(() => undefined);
  }
}

type Chunk = Awaited<ReturnType<ReadableStreamDefaultReader<Uint8Array>["read"]>>;

/**
 * Returns the next chunk of the stream. Throws `unreachable` if the hall is silent for too long. By then the
 * hall has had enough time, so only one retry follows.
 */
async function nextChunk(
  listening: Listening,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Promise<Chunk> {
  const { deps } = listening;
  const read = await within({ clock: deps, ms: silentMs }, reader.read());
  if (read.how === "came") return read.value;
  if (read.how === "late") listening.failures = retryDelaysMs.length - 1;
  throw unreachable(deps.url, read.how === "broke" ? read.error : undefined);
}

function parseMessage(data: string): StreamMessage {
  try {
    return streamMessage.parse(JSON.parse(data));
  } catch (error) {
    throw notUnderstood("GET /api/v1/events", error);
  }
}
