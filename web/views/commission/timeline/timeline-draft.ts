// Holds the timeline while it is built, and changes an entry when a later ledger line belongs to it.
import type { Sealed } from "../../../../src/rules/show/seal.ts";
import type { ShownToolCall, TimelineEntry, EntryBody, EntryOf } from "./timeline-entry.ts";

/** The most tool calls in one entry, so that no single row grows to the length of a page. */
const mostCalls = 24;

export interface TimelineDraft {
  entries: TimelineEntry[];
  /** The places of tool calls that have not returned: the index of the entry, and of the call in it. */
  open: Map<string, { entry: number; call: number }>;
  /** The places of all tool calls that are shown, for facts that are recorded about them. */
  calls: Map<string, { entry: number; call: number }>;
  /** The indexes of the questions' entries, in order. */
  questions: number[];
  /** The numbers of the questions that were answered, in the order of the answers. */
  answered: number[];
  /** The index of the entry about the current workbench's set-up. */
  ready: number | null;
  /** The index of the latest result's entry. */
  result: number | null;
  /** Tool calls that are shown as entries of another kind, such as a question; kept until they return. */
  hidden: Map<string, ShownToolCall>;
  isMembers: boolean;
  into: string | null;
  /** The commission's branch so far; `null` if it has none. */
  branch: Sealed["branch"];
  /** The message with which the session ended; `null` if there was none. */
  explained: string | null;
}

export function emptyDraft(): TimelineDraft {
  return {
    entries: [],
    open: new Map(),
    calls: new Map(),
    questions: [],
    answered: [],
    ready: null,
    result: null,
    hidden: new Map(),
    isMembers: false,
    into: null,
    branch: null,
    explained: null,
  };
}

interface Line {
  seq: number;
  at: string;
}

/** Adds an entry, and returns its index. */
export function put(draft: TimelineDraft, { seq, at }: Line, body: EntryBody): number {
  return draft.entries.push({ ...body, seq, at }) - 1;
}

export function change<K extends TimelineEntry["kind"]>(
  draft: TimelineDraft,
  place: number | null | undefined,
  { kind, to }: { kind: K; to(entry: EntryOf<K>): Partial<EntryOf<K>> },
): void {
  if (place === null || place === undefined) return;
  const entry = draft.entries[place];
  if (entry?.kind === kind) draft.entries[place] = { ...entry, ...to(entry as EntryOf<K>) };
}

export function putCall(draft: TimelineDraft, line: Line, call: ShownToolCall): void {
  const last = draft.entries.at(-1);
  const joins = last?.kind === "worker" && last.calls.length < mostCalls;
  const entry = joins
    ? draft.entries.length - 1
    : put(draft, line, { kind: "worker", text: null, calls: [] });
  const place = { entry, call: joins ? last.calls.length : 0 };
  change(draft, entry, { kind: "worker", to: ({ calls }) => ({ calls: [...calls, call] }) });
  draft.calls.set(call.callId, place);
  if (call.returned === null) draft.open.set(call.callId, place);
}

export function changeCall(
  draft: TimelineDraft,
  callId: string,
  to: (call: ShownToolCall) => Partial<ShownToolCall>,
): boolean {
  const place = draft.calls.get(callId);
  if (place === undefined) return false;
  change(draft, place.entry, {
    kind: "worker",
    to: ({ calls }) => ({
      calls: calls.map((call, at) => (at === place.call ? { ...call, ...to(call) } : call)),
    }),
  });
  return true;
}

/** Marks open calls as cut off: their session is over, so they cannot return. */
export function cutCalls(draft: TimelineDraft): void {
  for (const callId of draft.open.keys()) changeCall(draft, callId, () => ({ isCut: true }));
  draft.open.clear();
}
