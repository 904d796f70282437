// Closes the worktree of an ended commission. Deletes, one by one, the files that are stored elsewhere too, such as in
// a commit, and moves all others to the trash. Fails if a directory is still not empty afterwards, because a process
// writes to it.
import { rmdirSync, unlinkSync } from "node:fs";
import { rmdir } from "node:fs/promises";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { Fault } from "../../contract/api/problem.ts";
import { codeOf } from "../../host/files/disk.ts";
import { openUp, type Walked, walkInside } from "../../host/files/walk-inside.ts";
import { isPlainDirectory } from "../../host/files/missing.ts";
import { dropBranch } from "./drop-branch.ts";
import { letSnapshotGo } from "../snapshot/held-snapshot.ts";
import { isExpendable, type KnownFiles, whatIsKnown } from "./leftovers.ts";
import { deepest } from "./look-over.ts";
import { viewPlace, worktreePlace, type WorktreePlace } from "../repository/places.ts";
import type { WorktreeDeps, WorktreeOrder } from "../repository/prove-isolation.ts";
import { findBranch } from "../repository/refs.ts";
import { moveToTrash, noteLeftovers } from "./trash-leftovers.ts";
import { ensureEntry } from "./worktree-entry.ts";
import { writeClosing } from "./worktree-records.ts";

export interface CloseDeps extends WorktreeDeps {
  home: WorktreeDeps["home"] & Pick<HomeLayout, "trash">;
}

export interface CloseOrder extends WorktreeOrder {
  tip: string | null;
  merged: string | null;
  keepWorktree: boolean;
}

export interface Closed {
  branch: string | null;
  trashed: string | null;
  notes: string[];
}

/**
 * Closes the worktree. Git's entry for it is removed last: while the entry exists, a later start of the hall
 * sees that the closing is unfinished.
 */
export async function closeWorktree(deps: CloseDeps, order: CloseOrder): Promise<Closed> {
  const place = worktreePlace(deps.home, order.id, order.tree);
  await letSnapshotGo(deps, order); // the work is committed by now, or there was nothing to commit
  if (order.keepWorktree) return keep(deps, order);
  if (await isPlainDirectory(place.workTree)) await empty(deps, { order, place });
  const trashed = await noteLeftovers(deps, order);
  const { branch, notes } = await dropBranch(deps, order);
  return { branch, trashed, notes: [...notes, ...(await removeEntry(deps, place))] };
}

async function keep(deps: CloseDeps, { tree }: CloseOrder): Promise<Closed> {
  const found = await findBranch(deps, viewPlace(deps.home, tree.project), tree.branch);
  return { branch: found === undefined ? null : tree.branch, trashed: null, notes: [] };
}

interface Closing {
  order: CloseOrder;
  place: WorktreePlace;
}

async function empty(deps: CloseDeps, { order, place }: Closing): Promise<void> {
  const { id, tree, tip } = order;
  await ensureEntry(place, tree);
  if (tip === null) await writeClosing(deps.disk, place.gitDir);
  const known = await whatIsKnown(deps, { place, tree, tip: tip ?? tree.base });
  await walkInside(place.workTree, {
    into: async (directory) => {
      openUp(directory);
      if (directory.depth < deepest) return true;
      await moveToTrash(deps.home, { id, entry: directory });
      return false;
    },
    visit: (entry) => remove(deps, { id, known, entry }),
    left: ({ at, path }) => removeEmpty(at, path),
  });
  await rmdir(place.workTree).catch((error: unknown) => stillThere(place.workTree, error));
}

/**
 * Deletes the file or moves it to the trash. Returns a promise only if there is something to wait for,
 * because there may be hundreds of thousands of files.
 */
function remove(
  deps: CloseDeps,
  order: { id: CloseOrder["id"]; known: KnownFiles; entry: Walked },
): Promise<void> | undefined {
  if (!isExpendable(order.known, order.entry)) return moveToTrash(deps.home, order);
  unlinkSync(order.entry.at);
  return undefined;
}

function removeEmpty(at: string | Buffer, path: string): void {
  try {
    rmdirSync(at);
  } catch (error) {
    stillThere(path, error);
  }
}

function stillThere(path: string, error: unknown): void {
  if (codeOf(error) === "ENOENT") return;
  if (codeOf(error) !== "ENOTEMPTY" && codeOf(error) !== "EEXIST") throw error;
  throw new Fault("worktree", `A process still writes to ${path} while the hall closes the worktree.`, {
    cause: error,
  });
}

/** Removes git's entry for the worktree, unless the entry points to another worktree. */
async function removeEntry({ disk }: CloseDeps, { gitDir, workTree }: WorktreePlace): Promise<string[]> {
  const leadsTo = (await disk.readText(`${gitDir}/gitdir`))?.trim();
  if (leadsTo !== undefined && leadsTo !== `${workTree}/.git`)
    return [`${gitDir} is kept, because it leads to ${leadsTo}.`];
  await disk.removeTree(gitDir);
  return [];
}
