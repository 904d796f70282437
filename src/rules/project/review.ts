// Decides which changes a person sees when reviewing a commission: those of its commit, or those of its
// current worktree.
import type { TreePlan } from "../../contract/project/tree.ts";
import { type Commission, type CommissionRecord, isEnded } from "../commission/state.ts";

/** `withEarlier`: accepting the work also merges the work of the earlier attempt that it begins at. */
export type Compared =
  /** There is nothing to compare; `why` says why. */
  | { what: "none"; why: string }
  /** No session has worked in the worktree, or the work changed nothing. */
  | { what: "nothing"; tree: TreePlan; tip: string | null }
  /** `merged` is the commit on the integration branch, used if `tip` no longer exists. */
  | { what: "commit"; tree: TreePlan; tip: string; merged: string | null; withEarlier: boolean }
  /** `mayBeCommitted`: the hall has begun to finish the commission, and its branch may already have the work. */
  | { what: "worktree"; tree: TreePlan; mayBeCommitted: boolean; withEarlier: boolean };

export function comparedOf(commission: Commission): Compared {
  const { record } = commission;
  const { tree, merge, plan } = record;
  if (tree === null) return { what: "none", why: whyNoTree(commission) };
  const outcome = record.applied?.tree ?? null;
  if (outcome?.tip != null) return commitOf(record, { tree, tip: outcome.tip, merged: outcome.commit });
  if (outcome?.state === "unchanged") return { what: "nothing", tree, tip: tree.base };
  if (merge) return commitOf(record, { tree, tip: merge.tip, merged: merge.commit });
  if (record.sessionId === null)
    return { what: "nothing", tree, tip: isEnded(commission) ? tree.base : null };
  return { what: "worktree", tree, mayBeCommitted: plan !== null, withEarlier: beginsAtEarlier(record) };
}

function commitOf(
  record: CommissionRecord,
  work: { tree: TreePlan; tip: string; merged: string | null },
): Compared {
  return { what: "commit", ...work, withEarlier: work.merged === null && beginsAtEarlier(record) };
}

/** Whether the work begins at the commit of an earlier attempt, and was not moved to the integration branch since. */
export function beginsAtEarlier({ request, tree }: CommissionRecord): boolean {
  return tree !== null && tree.base === request.startAt;
}

/** The files that could not be merged, and the commit that holds the work. */
export interface Conflict {
  tree: TreePlan;
  tip: string;
  paths: readonly string[];
}

/** Returns the conflict because of which the work was not merged, when it ended or when a person accepted it. */
export function conflictOf({ record }: Commission): Conflict | null {
  const { tree, applied } = record;
  const outcome = applied?.tree ?? null;
  if (tree === null || outcome === null || outcome.tip === null) return null;
  const paths = outcome.state === "conflict" ? outcome.conflicts : conflictAtAccept(record);
  return paths && { tree, tip: outcome.tip, paths };
}

function conflictAtAccept({ afterEnd }: CommissionRecord): readonly string[] | null {
  const { stopped } = afterEnd;
  return stopped?.act === "accept" && stopped.cause === "conflict" ? stopped.conflicts : null;
}

function whyNoTree({ record, status }: Commission): string {
  if (record.request.project === null) return `${ofIts(record)}, and changes no repository.`;
  if (status === "pending" || status === "blocked") return "It waits to be started, and has changed nothing.";
  return "It never came to work on its project's repository.";
}

function ofIts({ request }: CommissionRecord): string {
  return request.chore === null ? "It works in a directory of its own" : "It is a chore of the hall's";
}
