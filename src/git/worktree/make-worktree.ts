// Makes the worktree of a commission: its branch, its directory, its files. Once it is whole its files are the worker's,
// and nothing here touches them again; until then it can be cut short anywhere and is finished the next time.
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
  /** Files and directories that git does not track, to be brought along. */
  copy: readonly string[];
  /** The person's checkout, which they are copied from. */
  from: string;
}

/** Done again, it only proves that all is as it should be. */
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
  // The worktree's `.git` first: git takes an entry that leads nowhere for one that may be pruned.
  if (!isForgotten) await writeWorktree(deps, place);
  await (isForgotten ? ensureEntry : writeEntry)(place, order.tree);
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
    `There is a branch ${name} in the repository already, and it does not go on from ${to}. Rename or delete it.`,
  );
}

async function writeWorktree(deps: WorktreeDeps, { gitDir, workTree }: WorktreePlace): Promise<void> {
  await deps.disk.makeDirectories(dirname(workTree));
  await mkdir(workTree, { recursive: true, mode: 0o700 });
  await removeDrafts(workTree);
  await deps.disk.replaceUnsynced(`${workTree}/.git`, gitFileText(gitDir));
}

/**
 * Git writes the index last. Where there is one all files have been there, and somebody may have worked on them; where
 * there is none, what a check-out that was cut short has left is written again.
 */
async function checkOut(deps: WorktreeDeps, { order, place }: Making): Promise<void> {
  if ((await lstat(`${place.gitDir}/index`).catch(() => undefined)) !== undefined) return;
  const args = ["read-tree", "--reset", "-u", order.tree.base];
  const checkingOut = gitPastLock(deps, { args, place, ownLocks: [`${place.gitDir}/index.lock`] });
  await checkingOut.catch((error: unknown) => throwWhy(dirname(place.workTree), error));
}

/** Git does not say why it could not write a file; the disk says so itself when it is asked for a little more. */
async function throwWhy(directory: string, error: unknown): Promise<never> {
  const probe = `${directory}/.room`;
  try {
    if (storageCodeOf(error) !== null) await writeFile(probe, Buffer.alloc(1024 * 1024));
  } finally {
    await rm(probe, { force: true });
  }
  throw error;
}

/** With no file touched: a pipe is none. */
async function indexOnly(deps: WorktreeDeps, { order, place }: Making): Promise<void> {
  await takePipesAway(place.workTree);
  const { index } = await freshIndex(deps, { place, tree: order.tree });
  await rename(index, `${place.gitDir}/index`);
}
