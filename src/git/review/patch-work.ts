// Writes a commission's patch to disk before the first byte is sent, so that a patch is either complete or refused,
// never cut off.
import { openSpool, type Spool } from "../../host/files/spool.ts";
import type { DiffWorkOrder, WorkDiff } from "./diff-work.ts";
import { type PatchTotals, patchTrees } from "./patch-trees.ts";
import type { TreesDeps } from "../trees.ts";
import { withSides } from "./work-sides.ts";

export interface WorkPatch {
  totals: Pick<WorkDiff, "base" | "earlier" | "tip"> & PatchTotals;
  /** The file that holds the patch. The caller must close it. */
  spool: Spool;
}

/** Longer than the limit for a diff, because git compresses binary files anew for a patch. */
const limitMs = 50_000;

/** Throws a fault with the code "too_large" or "worktree" if the patch cannot be complete. */
export async function patchWork(deps: TreesDeps, { id, compared, path }: DiffWorkOrder): Promise<WorkPatch> {
  const spool = openSpool(deps.home.root);
  try {
    if (compared.what === "nothing") {
      const none = { total: 0, additions: 0, deletions: 0, listed: 0 };
      return { totals: { ...none, base: compared.tree.base, earlier: false, tip: compared.tip }, spool };
    }
    const totals = await withSides(deps, { id, compared, limitMs }, async (timed, sides) => ({
      ...(await patchTrees(timed, { ...sides, path, spool })),
      base: sides.base,
      earlier: sides.earlier,
      tip: sides.tip,
    }));
    return { totals, spool };
  } catch (error) {
    spool.close();
    throw error;
  }
}
