// Decides for each file of a worktree whether it can be deleted without loss. Git alone cannot tell, because its lists
// leave some files out.
import { readFileSync } from "node:fs";
import { hashInside } from "../../host/files/hash-inside.ts";
import type { Walked } from "../../host/files/walk-inside.ts";
import { takePipesAway } from "./look-over.ts";
import { freshIndex } from "../snapshot/own-index.ts";
import { gitPastLock } from "../repository/past-lock.ts";
import type { WorktreePlace } from "../repository/places.ts";
import { gitFileText, type WorktreeDeps, type WorktreeOrder } from "../repository/prove-isolation.ts";
import { git, splitZ } from "../repository/run.ts";
import { type BroughtAlong, readBroughtAlong } from "./worktree-records.ts";

/** The state of a worktree's files, collected before the first file is deleted. */
export interface KnownFiles {
  /** Paths whose files are the same in the commit. */
  committed: ReadonlySet<string>;
  /** Files that were copied from the person's checkout and are still unchanged. */
  copies: ReadonlySet<string>;
  along: BroughtAlong;
  gitFile: string;
}

export async function whatIsKnown(
  deps: WorktreeDeps,
  { place, tree, tip }: { place: WorktreePlace; tree: WorktreeOrder["tree"]; tip: string },
): Promise<KnownFiles> {
  const along = await readBroughtAlong(deps.disk, place.gitDir);
  await takePipesAway(place.workTree); // a check may have left one that blocks git
  return {
    committed: await committedIn(deps, { place, tree, tip }),
    copies: await unchangedCopies(place, along),
    along,
    gitFile: gitFileText(place.gitDir),
  };
}

async function committedIn(
  deps: WorktreeDeps,
  { place, tree, tip }: { place: WorktreePlace; tree: WorktreeOrder["tree"]; tip: string },
): Promise<Set<string>> {
  const own = await freshIndex(deps, { place, tree });
  const { index } = own;
  await gitPastLock(deps, {
    args: ["read-tree", "-i", "-m", tip],
    place,
    index,
    ownLocks: [`${index}.lock`],
  });
  const all = splitZ(await git(deps, { args: ["ls-files", "-z"], place, index }));
  const changed = new Set(splitZ(await git(deps, { args: ["ls-files", "-m", "-d", "-z"], place, index })));
  return new Set(all.filter((path) => !changed.has(path)));
}

async function unchangedCopies({ workTree }: WorktreePlace, { copied }: BroughtAlong): Promise<Set<string>> {
  const same = new Set<string>();
  for (const [path, sha256] of Object.entries(copied))
    if ((await hashInside(workTree, path)) === sha256) same.add(path);
  return same;
}

/**
 * Tells whether a file can be deleted without loss. A pipe or a socket always can, because it holds no
 * content.
 */
export function isExpendable(known: KnownFiles, { path, isText, kind, stamp, at }: Walked): boolean {
  if (kind === "other") return true;
  if (!isText) return false;
  if (path === ".git") return kind === "file" && readFileSync(at, "utf8") === known.gitFile;
  if (known.committed.has(path) || known.copies.has(path)) return true;
  return Object.hasOwn(known.along.stamps, path) && known.along.stamps[path] === stamp;
}
