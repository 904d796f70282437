// Closes the worktree of an ended commission with the same step as its finish. Also removes a git entry whose worktree
// is already gone.
import type { Disk } from "../../host/files/disk.ts";
import type { Trees } from "../../rules/project/trees.ts";
import type { FoundWorktree } from "./find-worktrees.ts";
import type { Owned } from "./survey.ts";

export interface CloseAgainDeps {
  disk: Pick<Disk, "removeTree">;
  trees: Pick<Trees, "close" | "inTurn">;
}

/** Returns where uncommitted files were moved. Deletes the branch only where the finish would have deleted it. */
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

/** The caller has checked that nothing depends on the entry alone. */
export async function forgetEntry({ disk }: CloseAgainDeps, { entry }: FoundWorktree): Promise<void> {
  if (entry !== null) await disk.removeTree(entry.directory);
}
