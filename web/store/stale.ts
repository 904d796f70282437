// What of all that was fetched is no longer true after a message of the stream, by the beginnings of its keys. Pure.
import type { ListedCommission } from "../../src/contract/api/api.ts";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import type { HallPart, StreamMessage } from "../../src/contract/api/stream.ts";

export type Stale = readonly string[];

/** No answer of its own: what those wait for that have not begun. */
export const waits: Stale = ["waits"];

/** Everything is made from the settings; the others name what is made from them, too. */
const ofHall: Readonly<Record<HallPart, readonly Stale[]>> = {
  attention: [["attention"]],
  config: [[], waits],
  members: [["members"], ["roster"], ["status"], waits],
  roster: [["roster"], ["status"]],
  quota: [["status"], waits],
  projects: [["projects"]],
  memory: [["memory"]],
  // What an earlier hall left among the worktrees was looked at.
  status: [["status"], ["projects"], waits],
};

export function staleAfterHall(what: HallPart): readonly Stale[] {
  // A hall of a later release may name a part that this page does not know.
  return (ofHall as Partial<typeof ofHall>)[what] ?? [[what]];
}

type Told = Extract<StreamMessage, { type: "commission" | "deleted" }>;

/** `before`: as it was known until now. */
export function staleAfterWork(message: Told, before: ListedCommission | undefined): readonly Stale[] {
  const id = message.type === "deleted" ? message.id : message.commission.id;
  return [
    ["commission", id],
    ["attention"],
    ["spending"],
    ["status"],
    ...(takesUp(message, before) ?? []).map((taken) => ["commission", taken]),
    ...(movesBranches(message) ? [["projects"]] : []),
    ...(countsInRecords(message) ? [["roster"]] : []),
    ...(message.type === "commission" && movesQueue(message.event) ? [waits] : []),
  ];
}

/** Of the work that it goes on with it is said that somebody does. */
function takesUp(message: Told, before: ListedCommission | undefined): string[] | null {
  const isNews = message.type === "deleted" || message.event.type === "commission.created";
  const taken = message.type === "deleted" ? before?.continues : message.commission.continues;
  return isNews && taken ? [taken] : null;
}

const branchEvents: ReadonlySet<LedgerEvent["type"]> = new Set([
  "commission.dispatched",
  "tree.made",
  "finish.applied",
]);
const ends: ReadonlySet<LedgerEvent["type"]> = new Set([
  "commission.completed",
  "commission.failed",
  "commission.cancelled",
]);

function movesBranches(message: Told): boolean {
  return message.type === "deleted" || branchEvents.has(message.event.type) || ends.has(message.event.type);
}

function countsInRecords(message: Told): boolean {
  return message.type === "deleted" || ends.has(message.event.type);
}

/** A place may be free now, or taken; or another waits. */
function movesQueue({ type }: LedgerEvent): boolean {
  return ends.has(type) || queueEvents.has(type);
}

const queueEvents: ReadonlySet<LedgerEvent["type"]> = new Set([
  "commission.created",
  "commission.unblocked",
  "commission.dispatched",
  "commission.requeued",
  "commission.paused",
]);
