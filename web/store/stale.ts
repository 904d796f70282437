// Decides which fetched answers a stream message makes stale, as key prefixes. Pure.
import type { ListedCommission } from "../../src/contract/api/api.ts";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import type { HallPart, StreamMessage } from "../../src/contract/api/stream.ts";

export type Stale = readonly string[];

/** Not a query: `waitingFor` of commissions that have not begun. */
export const waits: Stale = ["waits"];

/** Everything depends on the settings. The other parts list the answers that depend on them. */
const ofHall: Readonly<Record<HallPart, readonly Stale[]>> = {
  attention: [["attention"]],
  config: [[], waits],
  members: [["members"], ["roster"], ["status"], waits],
  roster: [["roster"], ["status"]],
  quota: [["status"], waits],
  projects: [["projects"]],
  memory: [["memory"]],
  // The hall has examined the worktrees that an earlier hall left.
  status: [["status"], ["projects"], waits],
};

export function staleAfterHall(what: HallPart): readonly Stale[] {
  // A hall of a later release may name a part that this page does not know.
  return (ofHall as Partial<typeof ofHall>)[what] ?? [[what]];
}

type Told = Extract<StreamMessage, { type: "commission" | "deleted" }>;

/** `before` is the commission as it was known until now. */
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

/** The commission that this one continues shows `continuedBy`, so it is stale too. */
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

/** A slot may have been taken or freed, or another commission waits now. */
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
