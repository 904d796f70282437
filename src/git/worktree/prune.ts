// Removes worktrees that are no longer needed, if nothing is lost with them. Also removes git's entries
// (directories under ".git/worktrees/") for worktrees that are gone. All of it is planned first, so that a
// dry run can return the plan.
import { messageOf } from "../../base/text/message-of.ts";
import type { PruneReport, WorktreeEntry } from "../../contract/project/worktrees.ts";
import { closeAgain, type CloseAgainDeps, forgetEntry } from "./close-again.ts";
import { type ListDeps, type ListedWorktree, listWorktrees } from "./list-worktrees.ts";
import { ownedBy } from "./survey.ts";

export async function prune(deps: ListDeps & CloseAgainDeps, dryRun: boolean): Promise<PruneReport> {
  const { listed, problems } = await listWorktrees(deps);
  const going = listed.filter(({ entry }) => entry.prune !== "leave");
  const pruned: PruneReport["pruned"] = [];
  for (const one of going) {
    try {
      const trashed = dryRun ? null : await takeAway(deps, one);
      pruned.push({ ...one.entry, trashed });
    } catch (error) {
      problems.push(`${one.entry.path}: ${messageOf(error)}`);
    }
  }
  const left = listed.map(({ entry }) => entry).filter((entry) => entry.prune === "leave");
  return { dryRun, pruned, left, bytes: bytesOf(pruned), problems };
}

/**
 * Closes the worktree if it is a commission's; for any other, removes only git's entry. Returns the trash directory
 * that files were moved to; `null` if none were.
 */
async function takeAway(deps: CloseAgainDeps, { surveyed }: ListedWorktree): Promise<string | null> {
  const owned = surveyed && ownedBy(surveyed);
  if (owned) return closeAgain(deps, owned);
  if (surveyed) await forgetEntry(deps, surveyed.found);
  return null;
}

export function bytesOf(entries: readonly WorktreeEntry[]): number {
  return entries.reduce((sum, { disk }) => sum + (disk?.bytes ?? 0), 0);
}
