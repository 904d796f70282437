// Builds a second index for a worktree, so that taking a snapshot never changes the worktree's own index.
import { link, unlink } from "node:fs/promises";
import type { TreePlan } from "../../contract/project/tree.ts";
import { codeOf } from "../../host/files/disk.ts";
import type { OwnIndex } from "./add-plainly.ts";
import type { WorktreePlace } from "../repository/places.ts";
import type { WorktreeDeps } from "../repository/prove-isolation.ts";
import { git, runGit } from "../repository/run.ts";
import { privateIndex } from "../worktree/worktree-records.ts";

export interface FreshOrder {
  place: WorktreePlace;
  tree: TreePlan;
  /** A path for the new index, if the one at the default path may be in use. */
  index?: string;
}

/**
 * Builds an index of the base commit that keeps the stat data of unchanged files, so that git need not read
 * them again. The new index starts as a hard link to the worktree's index, which does not change: git
 * replaces an index and never writes to it in place. A copy would not work. Git rereads a file that is as new
 * as its index, because the file may have changed after it was recorded. A copy would be newer than all
 * files, so git would miss such a change.
 */
export async function freshIndex(
  deps: WorktreeDeps,
  { place, tree, index = privateIndex(place.gitDir) }: FreshOrder,
): Promise<OwnIndex> {
  await isDone(unlink(index));
  await isDone(unlink(`${index}.lock`));
  const isLinked = await isDone(link(`${place.gitDir}/index`, index));
  const args = ["read-tree", "-i", "-m", tree.base];
  const isUsable = isLinked && (await runGit(deps, { args, place, index })).code === 0;
  if (!isUsable) await isDone(unlink(index));
  if (!isUsable) await git(deps, { args: ["read-tree", tree.base], place, index });
  if (place.sparse) await leaveElsewhere(deps, { place, index });
  return { place, index, none: tree.base.replace(/./g, "0") };
}

/** Tells git that the files outside `.lore/` were never checked out, so that it does not take them for deleted. */
async function leaveElsewhere(
  deps: WorktreeDeps,
  { place, index }: { place: WorktreePlace; index: string },
): Promise<void> {
  // The paths stay quoted as git prints them: a name that is not UTF-8 would not survive decoding.
  const paths = (await git(deps, { args: ["ls-files"], place, index })).split("\n");
  const elsewhere = paths.filter((path) => path !== "" && !/^"?\.lore\//.test(path));
  const input = elsewhere.map((path) => `${path}\n`).join("");
  await git(deps, { args: ["update-index", "--skip-worktree", "--stdin"], place, index, input });
}

async function isDone(task: Promise<void>): Promise<boolean> {
  try {
    await task;
    return true;
  } catch (error) {
    // EXDEV: a hard link is impossible across file systems. Git then rereads all files.
    if (codeOf(error) === "ENOENT" || codeOf(error) === "EXDEV") return false;
    throw error;
  }
}

export interface IndexChange {
  path: string;
  /** `null` if the path did not exist before. `after` is `null` if it no longer exists. */
  before: { mode: string; oid: string } | null;
  after: { mode: string; oid: string } | null;
}

/** Returns how an index differs from a commit or tree. */
export async function changesIn(
  deps: WorktreeDeps,
  { place, index, since }: OwnIndex & { since: string },
): Promise<IndexChange[]> {
  const args = ["diff-index", "--cached", "--raw", "-z", "--no-renames", "--ignore-submodules=none", since];
  const parts = (await git(deps, { args, place, index })).split("\0");
  const changes: IndexChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, from = "", to = "", old = "", now = ""] =
      /^:(\d+) (\d+) (\w+) (\w+) /.exec(parts[at] ?? "") ?? [];
    changes.push({ path: parts[at + 1] ?? "", before: entry(from, old), after: entry(to, now) });
  }
  return changes;
}

function entry(mode: string, oid: string): IndexChange["before"] {
  return mode === "000000" ? null : { mode, oid };
}
