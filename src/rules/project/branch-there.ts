// Finds the branch of a commission, if a person can still check it out.
import type { CommissionDetail } from "../../contract/commission/detail.ts";

/**
 * Returns the branch's name; `null` if it never existed or was removed. A branch is removed if it has no
 * work, or if all of its work is on the integration branch.
 */
export function findBranchThere({ branch, tree }: Pick<CommissionDetail, "branch" | "tree">): string | null {
  if (branch === null) return null;
  const outcome = tree?.outcome ?? null;
  const isElsewhere = branch.state === "merged" || branch.state === "unchanged";
  if (outcome === null) return isElsewhere ? null : branch.name;
  // A branch that was kept only for its worktree is removed with it.
  const isClosedSince = outcome.keptWorktree && tree?.worktree === null;
  return isElsewhere && isClosedSince ? null : outcome.branch;
}
