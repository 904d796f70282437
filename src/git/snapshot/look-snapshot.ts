// Captures a worktree as a git tree while a worker is working in it, for a review. New objects go to a temporary
// directory, so that neither the worktree nor the repository changes.
import { lstat } from "node:fs/promises";
import { unlessMissing } from "../../host/files/missing.ts";
import { addPlainly } from "./add-plainly.ts";
import { nestedIn } from "../worktree/look-over.ts";
import { freshIndex } from "./own-index.ts";
import { worktreePlace } from "../repository/places.ts";
import type { WorktreeDeps, WorktreeOrder } from "../repository/prove-isolation.ts";
import { writeTree } from "./record-tree.ts";
import { git, type GitPlace } from "../repository/run.ts";
import { leaveOut, missedBy, modulesOf, plainlyIn, putModules, takeModulesOut } from "./snapshot.ts";

/** A larger file is reported as different, but not read. */
const mostOfOne = 8 * 1024 * 1024;
const mostInAll = 256 * 1024 * 1024;

export interface LookOrder extends WorktreeOrder {
  /** Paths in a temporary directory, which the caller creates and removes afterwards. */
  apart: Apart;
}

export interface Apart {
  objects: string;
  index: string;
  /** The directory that files are copied to before git hashes them. */
  files: string;
}

export interface LookedAt {
  tree: string;
  /** The object that replaces each file too large to be read; `null` if every file was read. */
  standIn: string | null;
  /**
   * Paths that are not UTF-8, as far as that can be detected. The tree does not show the current state of their files.
   */
  unnamed: string[];
}

export async function lookSnapshot(deps: WorktreeDeps, { id, tree, apart }: LookOrder): Promise<LookedAt> {
  const place = { ...worktreePlace(deps.home, id, tree), objects: apart.objects };
  const nested = await nestedIn(place.workTree, deps.signal);
  const own = await freshIndex(deps, { place, tree, index: apart.index });
  const modules = await modulesOf(deps, own);
  await takeModulesOut(deps, own);
  const changed = await missedBy(deps, own);
  const inside = await plainlyIn(deps, { own, nested, modules });
  const sizes = createSizes();
  const large = { oid: await makeStandIn(deps, place), isLarge: sizes.isLarge, mostBytes: mostOfOne };
  const look = { large, aside: apart.files };
  const paths = [...changed, ...inside];
  await addPlainly(deps, { ...own, paths, look });
  await leaveOut(deps, own, tree.base);
  await putModules(deps, own, modules.lines);
  const standIn = sizes.wereLarge() ? large.oid : null;
  return { tree: await writeTree(deps, own), standIn, unnamed: await findUnnamed(place.workTree, paths) };
}

/** Returns the paths that are not UTF-8: decoding has put U+FFFD into them, and no file has the decoded name. */
async function findUnnamed(workTree: string, paths: readonly string[]): Promise<string[]> {
  const suspects = paths.filter((path) => path.includes("\ufffd"));
  const found = await Promise.all(suspects.map((path) => lstat(`${workTree}/${path}`).catch(unlessMissing)));
  return suspects.filter((_, at) => found[at] === undefined);
}

/** Creates the object that replaces large files. It is binary, so that a diff never shows a line of it. */
async function makeStandIn(deps: WorktreeDeps, place: GitPlace): Promise<string> {
  const args = ["hash-object", "-w", "--stdin", "--no-filters"];
  return (await git(deps, { args, place, input: "\0" })).trim();
}

function createSizes(): { isLarge(bytes: number): boolean; wereLarge(): boolean } {
  let left = mostInAll;
  let count = 0;
  return {
    isLarge: (bytes) => {
      const isLarge = bytes > mostOfOne || bytes > left;
      if (isLarge) count += 1;
      else left -= bytes;
      return isLarge;
    },
    wereLarge: () => count > 0,
  };
}
