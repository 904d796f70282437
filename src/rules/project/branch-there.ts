// Finds the branch of a commission that a person can still check out. Pure.
import type { CommissionDetail } from "../../contract/api/api.ts";

/**
 * Returns the branch's name; `null` if there never was one, or it was removed because the integration branch has all of
 * its work or it had none.
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
