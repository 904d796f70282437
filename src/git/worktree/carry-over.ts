// Moves a worktree with its work from the commit it began at to a later commit of the integration branch.
// Call this before the session resumes, while the files still match the snapshot (the git tree that was made
// of them).
import { rename } from "node:fs/promises";
import type { CarriedWork } from "../../contract/commission/events.ts";
import { Fault } from "../../contract/api/problem.ts";
import { commitOf } from "../merge/candidate.ts";
import { mergeTrees } from "../merge/merge-trees.ts";
import { moveOwnBranch } from "../repository/own-branch.ts";
import { freshIndex } from "../snapshot/own-index.ts";
import { gitPastLock } from "../repository/past-lock.ts";
import { viewPlace, worktreePlace } from "../repository/places.ts";
import { proveIsolation, type WorktreeDeps, type WorktreeOrder } from "../repository/prove-isolation.ts";
import { findBranch } from "../repository/refs.ts";
import { git } from "../repository/run.ts";
import { privateIndex } from "./worktree-records.ts";

export interface CarryOrder extends WorktreeOrder {
  carry: Pick<CarriedWork, "from" | "snapshot" | "onto">;
}

/**
 * Moves the worktree. An interrupted call can be repeated. The order's tree plan already names the new base.
 */
export async function carryOver(deps: WorktreeDeps, order: CarryOrder): Promise<void> {
  const { id, tree, carry } = order;
  const place = worktreePlace(deps.home, id, tree);
  await proveIsolation(deps, order);
  const both = await bothSides(deps, order);
  const index = privateIndex(place.gitDir);
  const ownLocks = [`${index}.lock`];
  await gitPastLock(deps, { args: ["read-tree", carry.snapshot], place, index, ownLocks });
  // Makes every file match the merged tree. A file that git ignores stays, unless the merged tree has the same path.
  await gitPastLock(deps, { args: ["read-tree", "--reset", "-u", both], place, index, ownLocks });
  await moveBranch(deps, order);
  const fresh = await freshIndex(deps, { place, tree });
  await git(deps, { args: ["update-index", "-q", "--refresh"], place, index: fresh.index }).catch(() => "");
  await rename(fresh.index, `${place.gitDir}/index`);
}

/** Merges the snapshot of the work with the new base, and returns the merged tree. Throws if they conflict. */
async function bothSides(deps: WorktreeDeps, { tree, carry }: CarryOrder): Promise<string> {
  const place = viewPlace(deps.home, tree.project);
  const theirs = await commitOf(deps, place, { tree: carry.snapshot, base: carry.from });
  const merged = await mergeTrees(deps, { place }, { ours: carry.onto, theirs });
  if (merged.clean) return merged.tree;
  throw new Fault(
    "git",
    `The work could not be merged with ${carry.onto}. These files conflict: ${merged.files.join(", ")}.`,
  );
}

/** Moves the commission's branch to the new base. The work will later be committed on top of it. */
async function moveBranch(deps: WorktreeDeps, order: CarryOrder): Promise<void> {
  const { tree, carry } = order;
  const found = (await findBranch(deps, viewPlace(deps.home, tree.project), tree.branch)) ?? null;
  if (found === carry.onto) return;
  if (!(await moveOwnBranch(deps, order, { from: found, to: carry.onto })))
    throw new Fault("git", `Another program moved the branch ${tree.branch}.`);
}
