// Takes a worktree away whose commission is over, with the same step that its finish closes one with; and git's entry for
// one of which nothing else is left.
import type { Disk } from "../../host/files/disk.ts";
import type { Trees } from "../../rules/project/trees.ts";
import type { FoundWorktree } from "./find-worktrees.ts";
import type { Owned } from "./survey.ts";

export interface CloseDeps {
  disk: Pick<Disk, "removeTree">;
  trees: Pick<Trees, "close" | "inTurn">;
}

/** Gives where things went that are in no commit. The branch goes with it only where the finish would have let it go. */
export async function closeAgain({ trees }: CloseDeps, { commission, tree }: Owned): Promise<string | null> {
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

/** The caller has shown that nothing hangs on it alone. */
export async function forgetEntry({ disk }: CloseDeps, { entry }: FoundWorktree): Promise<void> {
  if (entry !== null) await disk.removeTree(entry.directory);
}
