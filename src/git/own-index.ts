// An index of the hall's own for a look at a worktree: the worktree's index stays as git made it.
import { link, unlink } from "node:fs/promises";
import type { TreePlan } from "../contract/tree.ts";
import { codeOf } from "../host/disk.ts";
import type { OwnIndex } from "./add-plainly.ts";
import { fillIndex } from "./make-worktree.ts";
import type { WorktreePlace } from "./places.ts";
import type { WorktreeDeps } from "./prove-isolation.ts";
import { git, runGit } from "./run.ts";
import { privateIndex } from "./worktree-records.ts";

/**
 * A second name for the worktree's: git never writes to an index, it puts a new one in its place. A copy would be younger
 * than the files, and git takes what is as old as its index for possibly changed. One that is gone is made anew.
 */
export async function freshIndex(
  deps: WorktreeDeps,
  { place, tree }: { place: WorktreePlace; tree: TreePlan },
): Promise<OwnIndex> {
  const index = privateIndex(place.gitDir);
  await unlink(index).catch(unlessMissing);
  await unlink(`${index}.lock`).catch(unlessMissing);
  const isLinked = await isDone(link(`${place.gitDir}/index`, index));
  const isUsable = isLinked && (await runGit(deps, { args: ["ls-files", "-z"], place, index })).code === 0;
  if (!isUsable) await remake(deps, { place, tree, index });
  return { place, index, none: tree.base.replace(/./g, "0") };
}

async function remake(
  deps: WorktreeDeps,
  order: { place: WorktreePlace; tree: TreePlan; index: string },
): Promise<void> {
  await unlink(order.index).catch(unlessMissing);
  await fillIndex(deps, order);
}

async function isDone(task: Promise<void>): Promise<boolean> {
  try {
    await task;
    return true;
  } catch (error) {
    unlessMissing(error);
    return false;
  }
}

function unlessMissing(error: unknown): void {
  if (codeOf(error) !== "ENOENT") throw error;
}

export interface Change {
  path: string;
  /** null: it was not there, or is not any more. */
  before: { mode: string; oid: string } | null;
  after: { mode: string; oid: string } | null;
}

/** In what an index differs from a commit or tree. */
export async function changesIn(
  deps: WorktreeDeps,
  { place, index, since }: OwnIndex & { since: string },
): Promise<Change[]> {
  const args = ["diff-index", "--cached", "--raw", "-z", "--no-renames", "--ignore-submodules=none", since];
  const parts = (await git(deps, { args, place, index })).split("\0");
  const changes: Change[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, from = "", to = "", old = "", now = ""] =
      /^:(\d+) (\d+) (\w+) (\w+) /.exec(parts[at] ?? "") ?? [];
    changes.push({ path: parts[at + 1] ?? "", before: entry(from, old), after: entry(to, now) });
  }
  return changes;
}

function entry(mode: string, oid: string): Change["before"] {
  return mode === "000000" ? null : { mode, oid };
}
