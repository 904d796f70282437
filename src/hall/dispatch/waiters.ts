// Indexes which unstarted commissions wait for which others, and which commission continues which. Commissions without
// dependencies are not indexed, so thousands of them cost nothing.
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { CommissionChange, CommissionSummary } from "../../contract/commission/meta.ts";
import { documentsIn, idsIn } from "../../rules/admission/dependencies.ts";

export interface Waiters {
  /** Records a change and returns the commissions it may concern. */
  heard(change: CommissionChange): CommissionId[];
  /** Records that a commission was removed and returns the commissions this may concern. */
  removed(id: CommissionId): CommissionId[];
  all(): CommissionId[];
  continuationOf(id: CommissionId): CommissionId | undefined;
}

interface WaitersIndex {
  /** The waiting commissions, and what each waits for. */
  waiting: Map<CommissionId, Pick<CommissionSummary, "after" | "project">>;
  byCommission: Map<CommissionId, Set<CommissionId>>;
  /** The commissions that wait for a document of this project. */
  byProject: Map<ProjectName, Set<CommissionId>>;
  continuations: Map<CommissionId, Set<CommissionId>>;
  continues: Map<CommissionId, CommissionId>;
}

export function createWaiters(summaries: Iterable<CommissionSummary>): Waiters {
  const index: WaitersIndex = {
    waiting: new Map(),
    byCommission: new Map(),
    byProject: new Map(),
    continuations: new Map(),
    continues: new Map(),
  };
  for (const summary of summaries) enter(index, summary);
  return {
    heard: (change) => heard(index, change),
    removed: (id) => removed(index, id),
    all: () => [...index.waiting.keys()],
    continuationOf: (id) => latest(index.continuations.get(id)),
  };
}

function enter(index: WaitersIndex, summary: CommissionSummary): void {
  const { id, continues, after, project, status, startedAt } = summary;
  if (continues !== null) {
    index.continues.set(id, continues);
    addTo(index.continuations, continues, id);
  }
  if (after.length === 0 || startedAt !== null || isEndedStatus(status)) return;
  index.waiting.set(id, { after, project });
  for (const dependency of idsIn(after)) addTo(index.byCommission, dependency, id);
  if (project !== null && documentsIn(after).length > 0) addTo(index.byProject, project, id);
}

function heard(index: WaitersIndex, { summary, event }: CommissionChange): CommissionId[] {
  const { id, project, status, continues } = summary;
  if (event.type === "commission.created") {
    enter(index, summary);
    // The new commission's dependencies may have been met, or deleted, while it was being accepted.
    return [...(status === "blocked" ? [id] : []), ...(continues === null ? [] : dependentsOf(index, id))];
  }
  if (event.type === "workbench.starting") {
    leave(index, id);
    return event.bench === 1 ? dependentsOf(index, id) : [];
  }
  if (!endings.includes(event.type)) return [];
  leave(index, id);
  return [...dependentsOf(index, id), ...((project && index.byProject.get(project)) ?? [])];
}

const endings: readonly string[] = [
  "commission.completed",
  "commission.failed",
  "commission.cancelled",
  "landing.accepted",
  "landing.rejected",
  "landing.returned",
  "landing.undone",
];

function removed(index: WaitersIndex, id: CommissionId): CommissionId[] {
  const concerned = dependentsOf(index, id);
  const before = index.continues.get(id);
  index.continues.delete(id);
  if (before !== undefined) takeFrom(index.continuations, before, id);
  return concerned;
}

function leave(index: WaitersIndex, id: CommissionId): void {
  const waiter = index.waiting.get(id);
  if (!waiter) return;
  index.waiting.delete(id);
  for (const dependency of idsIn(waiter.after)) takeFrom(index.byCommission, dependency, id);
  if (waiter.project !== null) takeFrom(index.byProject, waiter.project, id);
}

/** Returns the commissions that wait for this one, or for one that it continues. */
function dependentsOf(index: WaitersIndex, id: CommissionId): CommissionId[] {
  const found = new Set<CommissionId>();
  const chain = new Set<CommissionId>();
  for (let each: CommissionId | undefined = id; each !== undefined; each = index.continues.get(each)) {
    if (chain.has(each)) break; // only a ledger edited by hand has a cycle
    chain.add(each);
    for (const waiter of index.byCommission.get(each) ?? []) found.add(waiter);
  }
  return [...found];
}

/** Returns the newest id: ids sort by time. */
function latest(ids: ReadonlySet<CommissionId> = new Set()): CommissionId | undefined {
  let last: CommissionId | undefined;
  for (const id of ids) if (last === undefined || id > last) last = id;
  return last;
}

function addTo<K>(sets: Map<K, Set<CommissionId>>, key: K, id: CommissionId): void {
  const set = sets.get(key) ?? new Set();
  sets.set(key, set.add(id));
}

function takeFrom<K>(sets: Map<K, Set<CommissionId>>, key: K, id: CommissionId): void {
  const set = sets.get(key);
  set?.delete(id);
  if (set?.size === 0) sets.delete(key);
}
