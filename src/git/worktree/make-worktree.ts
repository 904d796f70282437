// Creates the worktree of a commission: branch, directory and files. After an interruption, the next call
// continues. Once the worktree is complete, its files are the worker's, and nothing here touches them again.
import { lstat, mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Fault } from "../../contract/api/problem.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import { type CopiedIn, copyIn } from "./copy-in.ts";
import { takePipesAway } from "./look-over.ts";
import { moveOwnBranch } from "../repository/own-branch.ts";
import { freshIndex } from "../snapshot/own-index.ts";
import { gitPastLock } from "../repository/past-lock.ts";
import { viewPlace, worktreePlace, type WorktreePlace } from "../repository/places.ts";
import {
  gitFileText,
  proveIsolation,
  type WorktreeDeps,
  type WorktreeOrder,
} from "../repository/prove-isolation.ts";
import { findBranch, isAncestor } from "../repository/refs.ts";
import { ensureEntry, removeDrafts, wasForgotten, writeEntry } from "./worktree-entry.ts";
import { readCopied, writeMade } from "./worktree-records.ts";

export interface MakeOrder extends WorktreeOrder {
  /** Untracked files and directories to copy in. */
  copy: readonly string[];
  /** The person's checkout, which those files are copied from. */
  from: string;
  /** Called when git's entry and the worktree's `.git` exist, before any file is checked out. */
  placed(): void;
}

/**
 * Creates the worktree, unless it is complete already. Then proves that it is the right one and not the
 * person's checkout.
 */
export async function makeWorktree(deps: WorktreeDeps, order: MakeOrder): Promise<{ notes: string[] }> {
  const place = worktreePlace(deps.home, order.id, order.tree);
  const isMade = (await readCopied(deps.disk, place.gitDir)) !== null;
  const { notes } = isMade ? { notes: [] } : await make(deps, { order, place });
  await proveIsolation(deps, order);
  return { notes };
}

interface Making {
  order: MakeOrder;
  place: WorktreePlace;
}

async function make(deps: WorktreeDeps, { order, place }: Making): Promise<CopiedIn> {
  const isForgotten = await wasForgotten(place);
  await makeBranch(deps, order);
  // Write the worktree's `.git` before git's entry, because git may remove an entry that points nowhere.
  if (!isForgotten) await writeWorktree(deps, place);
  await (isForgotten ? ensureEntry : writeEntry)(place, order.tree);
  order.placed();
  await (isForgotten ? indexOnly : checkOut)(deps, { order, place });
  const { copy, from } = order;
  const copied = await copyIn(deps, { place, copy, from, write: !isForgotten });
  await writeMade(deps.disk, { gitDir: place.gitDir, copied: copied.copied });
  return copied;
}

async function makeBranch(deps: WorktreeDeps, order: WorktreeOrder): Promise<void> {
  const { branch: name, base: to, project } = order.tree;
  if (await moveOwnBranch(deps, order, { from: null, to })) return;
  const place = viewPlace(deps.home, project);
  const found = await findBranch(deps, place, name);
  if (found !== undefined && (await isAncestor(deps, place, { old: to, of: found }))) return;
  throw new Fault(
    "worktree",
    `The repository already has a branch ${name}, and it does not continue from ${to}. Rename or delete it.`,
  );
}

async function writeWorktree(deps: WorktreeDeps, { gitDir, workTree }: WorktreePlace): Promise<void> {
  await deps.disk.makeDirectories(dirname(workTree));
  await mkdir(workTree, { recursive: true, mode: 0o700 });
  await removeDrafts(workTree);
  await deps.disk.replaceUnsynced(`${workTree}/.git`, gitFileText(gitDir));
}

/**
 * Checks out the files, unless the index exists. Git writes the index last: if it exists, all files were checked out,
 * and a worker may have changed them since.
 */
async function checkOut(deps: WorktreeDeps, { order, place }: Making): Promise<void> {
  if ((await lstat(`${place.gitDir}/index`).catch(() => undefined)) !== undefined) return;
  const args = ["read-tree", "--reset", "-u", order.tree.base];
  const checkingOut = gitPastLock(deps, { args, place, ownLocks: [`${place.gitDir}/index.lock`] });
  await checkingOut.catch((error: unknown) => throwWhy(dirname(place.workTree), error));
}

/**
 * Rethrows the error. After a storage failure, first writes to the same disk: git may not say why its write
 * failed, and this write may fail with a more exact error.
 */
async function throwWhy(directory: string, error: unknown): Promise<never> {
  const probe = `${directory}/.room`;
  try {
    if (storageCodeOf(error) !== null) await writeFile(probe, Buffer.alloc(1024 * 1024));
  } finally {
    await rm(probe, { force: true });
  }
  throw error;
}

/** Writes only the index. Touches no file of the worktree, except that it removes pipes that would block git. */
async function indexOnly(deps: WorktreeDeps, { order, place }: Making): Promise<void> {
  await takePipesAway(place.workTree);
  const { index } = await freshIndex(deps, { place, tree: order.tree });
  await rename(index, `${place.gitDir}/index`);
}
