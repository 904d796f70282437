// Reads and follows the ledger of one commission: first its existing lines, page by page, then those from the stream.
// Sequence numbers rule out lost and duplicate lines; a missing line is fetched.
import type { EventList } from "../../../src/contract/api/api.ts";
import type { LedgerEvent } from "../../../src/contract/commission/events.ts";
import type { AcceptanceCheck } from "../../../src/contract/project/tree.ts";
import { noTalk, type Talk, talkAfter } from "./say/talk.ts";
import { createTimeline, type Timeline } from "./timeline/timeline.ts";
import type { TimelineEntry } from "./timeline/timeline-entry.ts";

export interface LedgerPicture {
  events: readonly LedgerEvent[];
  entries: readonly TimelineEntry[];
  /** The commission's acceptance checks, as far as they are known. */
  planned: readonly Pick<AcceptanceCheck, "command" | "from">[];
  talk: Talk;
  /** False while older lines are still being fetched. */
  isComplete: boolean;
  problem: unknown;
}

export interface LedgerSource {
  fetch(after: number, limit: number, signal: AbortSignal): Promise<EventList>;
  /** Calls the listener for each new line. Returns a function that unsubscribes it. */
  onEvent(listener: (event: LedgerEvent) => void): () => void;
  /** Calls the listener when lines may have been missed. Returns a function that unsubscribes it. */
  onReset(listener: () => void): () => void;
  /** Resolves when what was read so far has been drawn. */
  leisure(): Promise<void>;
  /** Runs `act` soon, so that many changes are shown together. */
  soon(act: () => void): void;
}

export interface LedgerReader {
  picture(): LedgerPicture;
  subscribe(listener: () => void): () => void;
  /** Fetches what is missing; also retries after a failure. */
  load(): void;
  close(): void;
}

/** The first page fills the screen; the rest follows in large pages. */
const firstPage = 300;
const laterPage = 5000;
/**
 * The most lines that are buffered because they arrived before their predecessors. Any further one is
 * fetched.
 */
const mostAside = 2000;

interface Reading {
  source: LedgerSource;
  events: LedgerEvent[];
  /** Lines that arrived before their predecessors. */
  aside: Map<number, LedgerEvent>;
  timeline: Timeline;
  planned: LedgerPicture["planned"];
  talk: Talk;
  isComplete: boolean;
  problem: unknown;
  /** The load under way, and whether to load once more after it. */
  loading: { again: boolean } | null;
  over: AbortController;
  picture: LedgerPicture;
  listeners: Set<() => void>;
  isDirty: boolean;
}

export const emptyPicture: LedgerPicture = {
  events: [],
  entries: [],
  planned: [],
  talk: noTalk,
  isComplete: false,
  problem: null,
};

export function readLedger(source: LedgerSource): LedgerReader {
  const reading: Reading = {
    source,
    events: [],
    aside: new Map(),
    timeline: createTimeline(),
    planned: [],
    talk: noTalk,
    isComplete: false,
    problem: null,
    loading: null,
    over: new AbortController(),
    picture: emptyPicture,
    listeners: new Set(),
    isDirty: false,
  };
  const stops = [
    source.onEvent((event) => takeLive(reading, event)),
    source.onReset(() => void load(reading)),
  ];
  void load(reading);
  return {
    picture: () => reading.picture,
    subscribe: (listener) => {
      reading.listeners.add(listener);
      return () => reading.listeners.delete(listener);
    },
    load: () => void load(reading),
    close: () => {
      reading.over.abort();
      for (const stop of stops) stop();
    },
  };
}

async function load(reading: Reading): Promise<void> {
  if (reading.loading) {
    reading.loading.again = true;
    return;
  }
  const loading = (reading.loading = { again: false });
  try {
    reading.problem = null;
    do {
      loading.again = false;
      await loadRest(reading);
    } while (loading.again);
    reading.isComplete = true;
  } catch (problem) {
    reading.problem = problem;
  }
  reading.loading = null;
  if (!reading.over.signal.aborted) show(reading);
}

async function loadRest(reading: Reading): Promise<void> {
  for (;;) {
    const limit = reading.events.length === 0 ? firstPage : laterPage;
    const { events } = await reading.source.fetch(lastSeq(reading), limit, reading.over.signal);
    // A short page need not be the last: a page has fewer lines if they are long.
    if (events.length === 0) return;
    append(reading, events);
    show(reading);
    await reading.source.leisure();
  }
}

function takeLive(reading: Reading, event: LedgerEvent): void {
  const next = lastSeq(reading) + 1;
  if (event.seq < next) return;
  if (event.seq === next) {
    append(reading, [event]);
    showSoon(reading);
    return;
  }
  if (reading.aside.size < mostAside) reading.aside.set(event.seq, event);
  void load(reading);
}

function append(reading: Reading, events: readonly LedgerEvent[]): void {
  const fresh: LedgerEvent[] = [];
  let last = lastSeq(reading);
  for (const event of events) if (event.seq > last) last = fresh.push(event) && event.seq;
  for (let next = reading.aside.get(last + 1); next; next = reading.aside.get(last + 1))
    last = fresh.push(next) && next.seq;
  for (const seq of reading.aside.keys()) if (seq <= last) reading.aside.delete(seq);
  for (const event of fresh) reading.events.push(event);
  reading.timeline.add(fresh);
  for (const event of fresh) {
    reading.planned = plannedBy(event) ?? reading.planned;
    reading.talk = talkAfter(reading.talk, event);
  }
}

function plannedBy(event: LedgerEvent): LedgerPicture["planned"] | undefined {
  if (event.type === "commission.dispatched") return event.checks;
  if (event.type !== "commission.created") return undefined;
  const { checks = [] } = event.request as Partial<typeof event.request>; // requests of earlier releases have no checks
  return checks.map(({ command }) => ({ command, from: "commission" }));
}

function lastSeq({ events }: Reading): number {
  return events.at(-1)?.seq ?? 0;
}

function showSoon(reading: Reading): void {
  if (reading.isDirty) return;
  reading.isDirty = true;
  reading.source.soon(() => show(reading));
}

function show(reading: Reading): void {
  reading.isDirty = false;
  const { planned, talk, isComplete, problem } = reading;
  reading.picture = {
    events: [...reading.events],
    entries: reading.timeline.entries(),
    planned,
    talk,
    isComplete,
    problem,
  };
  for (const listener of reading.listeners) listener();
}
