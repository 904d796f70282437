// Decides which fetched answers a stream message makes stale, as key prefixes. Pure.
import type { ListedCommission } from "../../src/contract/api/api.ts";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import type { HallPart, StreamMessage } from "../../src/contract/api/stream.ts";

export type Stale = readonly string[];

/**
 * The key for `waitingFor` of pending and paused commissions. It belongs to no query: the store holds the
 * values.
 */
export const waits: Stale = ["waits"];

/** For each part of the hall, the answers that depend on it. All answers depend on the settings. */
const ofHall: Readonly<Record<HallPart, readonly Stale[]>> = {
  attention: [["attention"]],
  config: [[], waits],
  members: [["members"], ["roster"], ["status"], waits],
  roster: [["roster"], ["status"]],
  quota: [["status"], waits],
  projects: [["projects"], ["review"]],
  memory: [["memory"]],
  // `projects` too, because this message is also sent when the hall has examined the worktrees that an earlier hall
  // left.
  status: [["status"], ["projects"], waits],
};

export function staleAfterHall(what: HallPart): readonly Stale[] {
  // A hall of a later release may name a part that this page does not know.
  return (ofHall as Partial<typeof ofHall>)[what] ?? [[what]];
}

type Told = Extract<StreamMessage, { type: "commission" | "deleted" }>;

/** `before` is the commission as the page knew it until now; `undefined` if it did not. */
export function staleAfterWork(message: Told, before: ListedCommission | undefined): readonly Stale[] {
  const id = message.type === "deleted" ? message.id : message.commission.id;
  return [
    ["commission", id],
    ["attention"],
    ["spending"],
    ["status"],
    ...(takesUp(message, before) ?? []).map((taken) => ["commission", taken]),
    ...(movesBranches(message) ? [["projects"]] : []),
    ...(changesReview(message) ? [["review"]] : []),
    ...(countsInRecords(message) ? [["roster"]] : []),
    ...(message.type === "commission" && movesQueue(message.event) ? [waits] : []),
  ];
}

/**
 * Returns the commission that this one continues, if the message changes that one's `continuedBy`; else
 * `null`.
 */
function takesUp(message: Told, before: ListedCommission | undefined): string[] | null {
  const isNews = message.type === "deleted" || message.event.type === "commission.created";
  const taken = message.type === "deleted" ? before?.continues : message.commission.continues;
  return isNews && taken ? [taken] : null;
}

const branchEvents: ReadonlySet<LedgerEvent["type"]> = new Set([
  "commission.dispatched",
  "tree.made",
  "finish.applied",
  "landing.accepted",
  "landing.undone",
]);
const ends: ReadonlySet<LedgerEvent["type"]> = new Set([
  "commission.completed",
  "commission.failed",
  "commission.cancelled",
]);

function movesBranches(message: Told): boolean {
  return message.type === "deleted" || branchEvents.has(message.event.type) || ends.has(message.event.type);
}

/** Returns whether the finished work that is ready for a person may have changed. */
function changesReview(message: Told): boolean {
  if (message.type === "deleted") return true;
  const { type } = message.event;
  const takesUpWork = type === "commission.created" && message.commission.continues !== null;
  return takesUpWork || ends.has(type) || type.startsWith("landing.");
}

function countsInRecords(message: Told): boolean {
  return message.type === "deleted" || ends.has(message.event.type);
}

/**
 * Returns whether the reasons for waiting may have changed: a slot was taken or freed, or another commission waits now.
 */
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
