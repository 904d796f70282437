// Takes what a worktree holds while somebody works in it, as a tree of git that is apart from the repository: nothing in
// the worktree or the repository is changed by the look.
import { addPlainly } from "./add-plainly.ts";
import { nestedIn } from "./look-over.ts";
import { freshIndex } from "./own-index.ts";
import { worktreePlace } from "./places.ts";
import type { WorktreeDeps, WorktreeOrder } from "./prove-isolation.ts";
import { writeTree } from "./record-tree.ts";
import { git, type GitPlace } from "./run.ts";
import { leaveOut, missedBy, modulesOf, plainlyIn, putModules, takeModulesOut } from "./snapshot.ts";

/** A larger file is told to differ, and not taken. */
const mostOfOne = 8 * 1024 * 1024;
const mostInAll = 256 * 1024 * 1024;

export interface LookOrder extends WorktreeOrder {
  /** A directory that is there, and goes when the look is over. */
  apart: Apart;
}

export interface Apart {
  objects: string;
  index: string;
  /** Where files are copied to. */
  files: string;
}

export async function lookSnapshot(deps: WorktreeDeps, { id, tree, apart }: LookOrder): Promise<string> {
  const place = { ...worktreePlace(deps.home, id, tree), objects: apart.objects };
  const nested = await nestedIn(place.workTree, deps.signal);
  const own = await freshIndex(deps, { place, tree, index: apart.index });
  const modules = await modulesOf(deps, own);
  await takeModulesOut(deps, own);
  const changed = await missedBy(deps, own);
  const inside = await plainlyIn(deps, { own, nested, modules });
  const large = { oid: await standIn(deps, place), isLarge: createSizes(), mostBytes: mostOfOne };
  const look = { large, aside: apart.files };
  await addPlainly(deps, { ...own, paths: [...changed, ...inside], look });
  await leaveOut(deps, own, tree.base);
  await putModules(deps, own, modules.lines);
  return writeTree(deps, own);
}

/** Not text, so that no line of it is ever shown. */
async function standIn(deps: WorktreeDeps, place: GitPlace): Promise<string> {
  const args = ["hash-object", "-w", "--stdin", "--no-filters"];
  return (await git(deps, { args, place, input: "\0" })).trim();
}

function createSizes(): (bytes: number) => boolean {
  let left = mostInAll;
  return (bytes) => {
    if (bytes > mostOfOne || bytes > left) return true;
    left -= bytes;
    return false;
  };
}
