// Serves GET /api/v1/events: sends each change to every consumer as it happens, and never waits for a slow consumer.
import type { Clock, Timer } from "../../../host/clock.ts";
import type { Feed } from "./feed.ts";
import { createReplayBuffer, formatEvent, type ReplayBuffer } from "./replay-buffer.ts";

export const heartbeatMs = 20_000;
/**
 * The most bytes queued for one consumer. A slower one is disconnected, and can resume with its last event
 * id.
 */
export const queuedBytes = 1024 * 1024;

export interface EventStreamDeps {
  feed: Feed;
  clock: Pick<Clock, "after">;
  boot: string;
}

export interface EventStream {
  open(lastEventId: string | null, signal: AbortSignal): Response;
  stop(): void;
  isStopped(): boolean;
}

type Controller = ReadableStreamDefaultController<Uint8Array>;

interface Hub {
  clock: Pick<Clock, "after">;
  buffer: ReplayBuffer;
  consumers: Set<Controller>;
  heartbeat: Timer | null;
  stopped: boolean;
}

const encoder = new TextEncoder();

export function createEventStream(deps: EventStreamDeps): EventStream {
  const buffer = createReplayBuffer(deps.boot);
  const hub: Hub = { clock: deps.clock, buffer, consumers: new Set(), heartbeat: null, stopped: false };
  const unsubscribe = deps.feed.subscribe((message) => tellAll(hub, buffer.append(message)));
  return {
    open: (lastEventId, signal) => open(hub, lastEventId, signal),
    stop: () => stop(hub, unsubscribe),
    isStopped: () => hub.stopped,
  };
}

function open(hub: Hub, lastEventId: string | null, signal: AbortSignal): Response {
  let own: Controller | undefined;
  const gone = () => own && leave(hub, own);
  const body = new ReadableStream<Uint8Array>(
    {
      start: (controller) => {
        own = controller;
        hub.consumers.add(controller);
        tell(hub, controller, greeting(hub.buffer, lastEventId));
        beat(hub);
      },
      cancel: gone,
    },
    new ByteLengthQueuingStrategy({ highWaterMark: queuedBytes }),
  );
  // The consumer disconnected, or its browser was forgotten and must get no more events.
  const end = () => own && close(hub, own);
  if (signal.aborted) end();
  signal.addEventListener("abort", end, { once: true });
  return new Response(body, { headers: { "content-type": "text/event-stream; charset=utf-8" } });
}

/**
 * Returns the first text for a consumer. It is never empty, so that the consumer sees at once that it is
 * connected.
 */
function greeting(buffer: ReplayBuffer, lastEventId: string | null): string {
  // An id alone is not an event; it tells a client (base/data/event-reader.ts) where to resume after a disconnect.
  if (lastEventId === null || lastEventId === "") return `: connected\nid: ${buffer.position()}\n\n`;
  const missed = buffer.since(lastEventId);
  if (missed === null) return formatEvent(buffer.position(), { type: "reset" });
  return `: connected again\n\n${missed.join("")}`;
}

function tellAll(hub: Hub, text: string): void {
  for (const consumer of hub.consumers) tell(hub, consumer, text);
}

function tell(hub: Hub, consumer: Controller, text: string): void {
  try {
    consumer.enqueue(encoder.encode(text));
    if ((consumer.desiredSize ?? 0) < 0) close(hub, consumer);
  } catch {
    // The reader closed the stream between two messages.
    leave(hub, consumer);
  }
}

function close(hub: Hub, consumer: Controller): void {
  leave(hub, consumer);
  try {
    consumer.close();
  } catch {
    // The reader has already closed the stream.
  }
}

function leave(hub: Hub, consumer: Controller): void {
  hub.consumers.delete(consumer);
  if (hub.consumers.size > 0) return;
  hub.heartbeat?.cancel();
  hub.heartbeat = null;
}

/** Sends heartbeats, but only while there are consumers: an idle hall has no timer. */
function beat(hub: Hub): void {
  if (hub.heartbeat !== null || hub.consumers.size === 0) return;
  hub.heartbeat = hub.clock.after(heartbeatMs, () => {
    hub.heartbeat = null;
    tellAll(hub, ": still here\n\n");
    beat(hub);
  });
}

function stop(hub: Hub, unsubscribe: () => void): void {
  hub.stopped = true;
  unsubscribe();
  for (const consumer of hub.consumers) close(hub, consumer);
}
