// Keeps a ref to the snapshot of a worktree (its content as a git tree) until the work is committed. The snapshot may
// be the only copy of the work, and without a ref the person's "git gc --prune=now" would delete it.
import { rmdir } from "node:fs/promises";
import { lockFault } from "../merge/move-branch.ts";
import { runPastLock } from "../repository/past-lock.ts";
import { viewPlace } from "../repository/places.ts";
import type { WorktreeDeps, WorktreeOrder } from "../repository/prove-isolation.ts";
import { gitFault } from "../repository/run.ts";

const own = "refs/guild-hall";
const snapshotRef = (id: string): string => `${own}/snapshots/${id}`;

export function holdSnapshot(deps: WorktreeDeps, order: WorktreeOrder, snapshot: string): Promise<void> {
  return change(deps, order, [snapshotRef(order.id), snapshot]);
}

/** Deletes the ref, if there is one, and the empty directory that git leaves. */
export async function letSnapshotGo(deps: WorktreeDeps, order: WorktreeOrder): Promise<void> {
  await change(deps, order, ["-d", snapshotRef(order.id)]);
  await rmdir(`${viewPlace(deps.home, order.tree.project).view}/${own}`).catch(() => undefined);
}

async function change(
  deps: WorktreeDeps,
  { id, tree }: WorktreeOrder,
  what: readonly string[],
): Promise<void> {
  const place = viewPlace(deps.home, tree.project);
  const args = ["update-ref", "--no-deref", ...what];
  const run = await runPastLock(deps, { args, place, ownLocks: [`${place.view}/${snapshotRef(id)}.lock`] });
  if (run.code === 0) return;
  throw lockFault({ place, repository: tree.repository }, run) ?? gitFault({ args }, run);
}
