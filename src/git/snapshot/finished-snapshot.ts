// Captures finished work as the git tree that is checked and, if the checks pass, committed: the content of the
// worktree, if the project wants it together with the commission's record, a document that the hall writes about the
// work.
import { commitOf } from "../merge/candidate.ts";
import { holdSnapshot } from "./held-snapshot.ts";
import { viewPlace } from "../repository/places.ts";
import type { WorktreeDeps, WorktreeOrder } from "../repository/prove-isolation.ts";
import { withRecord } from "./record-tree.ts";
import { git, type GitPlace, splitZ } from "../repository/run.ts";
import { type Snapshot, snapshotTree } from "./snapshot.ts";

export interface FinishedSnapshot extends Snapshot {
  /** The tree with the record added; the same as `tree` if there is no record, or the work changed nothing. */
  finished: string;
  /** Whether the work differs from the commit it began at. */
  changed: boolean;
  /** Whether the work changed documents under `.lore/` and nothing else. */
  documents: boolean;
}

export interface SnapshotOrder extends WorktreeOrder {
  /** The record of the commission; `null` if it is not committed with the work. */
  document: { path: string; text: string } | null;
}

export async function finishedSnapshot(deps: WorktreeDeps, order: SnapshotOrder): Promise<FinishedSnapshot> {
  const { id, document } = order;
  const { base } = order.tree;
  const { tree, notes } = await snapshotTree(deps, order);
  const place = viewPlace(deps.home, order.tree.project);
  const paths = await changedPaths(deps, place, { from: base, to: tree });
  if (paths.length === 0) return { tree, finished: tree, changed: false, documents: false, notes };
  const full =
    document === null ? { tree, notes: [] } : await withRecord(deps, { id, place, tree, document });
  await holdBoth(deps, order, { place, tree, full: full.tree });
  const documents = paths.every((path) => path.startsWith(".lore/"));
  return { tree, finished: full.tree, changed: true, documents, notes: [...notes, ...full.notes] };
}

async function changedPaths(
  deps: WorktreeDeps,
  place: GitPlace,
  { from, to }: { from: string; to: string },
): Promise<string[]> {
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", from, to];
  return splitZ(await git(deps, { args, place }));
}

/** Protects both trees from "git gc" with one ref, by committing one on top of the other. No branch has them yet. */
async function holdBoth(
  deps: WorktreeDeps,
  order: SnapshotOrder,
  { place, tree, full }: { place: GitPlace; tree: string; full: string },
): Promise<void> {
  const without = await commitOf(deps, place, { tree, base: order.tree.base });
  await holdSnapshot(deps, order, await commitOf(deps, place, { tree: full, base: without }));
}
