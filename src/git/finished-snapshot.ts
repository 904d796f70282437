// Takes finished work as the tree that is checked and, if the checks pass, committed: the worktree's content together
// with the record of the commission.
import { holdSnapshot } from "./held-snapshot.ts";
import { treeOf } from "./merge-trees.ts";
import { viewPlace } from "./places.ts";
import type { WorktreeDeps, WorktreeOrder } from "./prove-isolation.ts";
import { withRecord } from "./record-tree.ts";
import { type Snapshot, snapshotTree } from "./snapshot.ts";

export interface FinishedSnapshot extends Snapshot {
  /** The same with the record in it; the snapshot itself where nothing has changed. */
  finished: string;
  /** Whether the snapshot is another tree than the base. */
  changed: boolean;
}

export interface SnapshotOrder extends WorktreeOrder {
  /** The record of the commission. */
  document: { path: string; text: string };
}

export async function finishedSnapshot(deps: WorktreeDeps, order: SnapshotOrder): Promise<FinishedSnapshot> {
  const { id, document } = order;
  const { tree, notes } = await snapshotTree(deps, order);
  const place = viewPlace(deps.home, order.tree.project);
  if (tree === (await treeOf(deps, place, order.tree.base)))
    return { tree, finished: tree, changed: false, notes };
  const full = await withRecord(deps, { id, place, tree, document });
  await holdSnapshot(deps, order, full.tree);
  return { tree, finished: full.tree, changed: true, notes: [...notes, ...full.notes] };
}
