// What a commission takes of the disk: its own directory, and what its worktree has grown by since its first session
// began. The checkout itself is not its doing, nor is what the set-up made.
import type { CommissionLayout } from "../contract/home-layout.ts";
import type { TreePlan } from "../contract/tree.ts";
import type { WorkbenchDeps } from "./deps.ts";

export interface UsedOrder {
  layout: CommissionLayout;
  tree: TreePlan | null;
  /** The process that was started first of all. */
  pid(): number | null;
}

type Used = { bytes: number; complete: boolean };

export function createDiskUsed(
  { disk, diskUse }: Pick<WorkbenchDeps, "disk" | "diskUse">,
  { layout, tree, pid }: UsedOrder,
): () => Promise<Used> {
  let begun: number | null = null;
  return async () => {
    const own = await diskUse.used(layout.directory, pid());
    if (tree === null) return own;
    const worktree = await diskUse.used(layout.work, null);
    begun ??= await beganAt(disk, layout, worktree.bytes);
    const grown = Math.max(0, worktree.bytes - begun);
    return { bytes: own.bytes + grown, complete: own.complete && worktree.complete };
  };
}

/** Kept for whoever goes on after a cut: to be resumed is no way to begin anew. */
async function beganAt(
  disk: WorkbenchDeps["disk"],
  { session }: CommissionLayout,
  now: number,
): Promise<number> {
  const path = `${session}/worktree-bytes`;
  const kept = await disk.readText(path);
  if (kept !== undefined && /^\d{1,15}\n$/.test(kept)) return Number(kept);
  await disk.makeDirectories(session);
  await disk.replace(path, `${now}\n`);
  return now;
}
