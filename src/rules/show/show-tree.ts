// Builds what the API and the command line show about a commission's branch, its worktree, and the checks of its work.
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { hasPassed } from "../checks/has-passed.ts";
import { latestRuns } from "../checks/proof.ts";
import type { Commission, CommissionRecord } from "../commission/state.ts";

/** Returns the branch; `null` if the commission works in a plain directory, or was never dispatched. */
export function branchOf({ record }: Pick<Commission, "record">): CommissionSummary["branch"] {
  const { tree, applied, afterEnd } = record;
  if (tree === null) return null;
  const { branch: name, into } = tree;
  if (applied === null) return { name, into, state: "open", commit: null };
  const outcome = applied.tree;
  if (outcome === null) return { name, into, state: "unchanged", commit: null };
  const { accepted } = afterEnd;
  if (accepted !== null) return { name, into, state: "merged", commit: accepted.commit };
  return { name, into, state: outcome.state, commit: outcome.commit ?? outcome.tip };
}

export function treeOf({ tree, applied }: CommissionRecord, worktree: string): CommissionDetail["tree"] {
  if (tree === null) return null;
  const outcome = applied?.tree ?? null;
  const isThere = applied === null || outcome?.keptWorktree === true;
  return { ...tree, worktree: isThere ? worktree : null, outcome };
}

/** Returns the last results of the checks, even if the work has gone back to its worker since. */
export function evidenceOf(record: CommissionRecord): CommissionDetail["checks"] {
  return [...latestRuns(record)];
}

/** Counts the checks that passed. While they run, those that have not finished count as not passed. */
export function checkedOf(record: CommissionRecord): CommissionSummary["checked"] {
  const runs = latestRuns(record);
  if (runs.length === 0) return null;
  return { passed: runs.filter(hasPassed).length, total: Math.max(runs.length, record.checks.length) };
}
