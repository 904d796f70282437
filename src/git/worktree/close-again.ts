// Closes the worktree of an ended commission, by the same step that closes a worktree when its commission
// finishes. Also removes git's entry (a directory under ".git/worktrees/") for a worktree that does not exist
// any more.
import type { Disk } from "../../host/files/disk.ts";
import type { Trees } from "../../rules/project/trees.ts";
import type { FoundWorktree } from "./find-worktrees.ts";
import type { Owned } from "./survey.ts";

export interface CloseAgainDeps {
  disk: Pick<Disk, "removeTree">;
  trees: Pick<Trees, "close" | "inTurn">;
}

/**
 * Closes the worktree. Returns the trash directory that uncommitted files were moved to; `null` if there were
 * none. Deletes the branch only if the commission's finish would have deleted it.
 */
export async function closeAgain(
  { trees }: CloseAgainDeps,
  { commission, tree }: Owned,
): Promise<string | null> {
  const { request, applied } = commission.record;
  const outcome = applied?.tree ?? null;
  const { trashed } = await trees.inTurn(tree.project, () =>
    trees.close({
      id: request.id,
      tree,
      tip: outcome?.tip ?? null,
      merged: outcome?.commit ?? null,
      keepWorktree: false,
    }),
  );
  return trashed;
}

/** Removes git's entry for the worktree. The caller has checked that nothing is lost with the entry. */
export async function forgetEntry({ disk }: CloseAgainDeps, { entry }: FoundWorktree): Promise<void> {
  if (entry !== null) await disk.removeTree(entry.directory);
}
