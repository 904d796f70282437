// Deletes a commission's branch if that loses nothing: the commission has changed nothing, or all of its changes are on
// the integration branch, byte for byte. A branch that a person has checked out stays.
import { findOtherUser } from "../repository/branch-holders.ts";
import { moveOwnBranch } from "../repository/own-branch.ts";
import { viewPlace, worktreePlace } from "../repository/places.ts";
import type { WorktreeDeps, WorktreeOrder } from "../repository/prove-isolation.ts";
import { branchRef, findBranch } from "../repository/refs.ts";
import { git, type GitPlace, runGit, splitZ } from "../repository/run.ts";

export interface DropOrder extends WorktreeOrder {
  tip: string | null;
  merged: string | null;
}

/** Returns the name of the branch if it stays, and `null` if it is gone. */
export async function dropBranch(
  deps: WorktreeDeps,
  order: DropOrder,
): Promise<{ branch: string | null; notes: string[] }> {
  const place = viewPlace(deps.home, order.tree.project);
  const { branch: name } = order.tree;
  const found = await findBranch(deps, place, name);
  if (found === undefined) return { branch: null, notes: [] };
  if (found !== (order.tip ?? order.tree.base))
    return {
      branch: name,
      notes: [`The branch ${name} is kept, because another program moved it to ${found}.`],
    };
  if (!(await isKeptElsewhere(deps, { order, place }))) return { branch: name, notes: [] };
  const { gitDir: own } = worktreePlace(deps.home, order.id, order.tree);
  const user = await findOtherUser({ repository: order.tree.repository, branch: name, own });
  // Without its branch, the HEAD of that checkout would lead nowhere.
  if (user !== null)
    return { branch: name, notes: [`The branch ${name} is kept, because it is in use in ${user.path}.`] };
  const isDropped = await moveOwnBranch(deps, order, { from: found, to: null });
  return { branch: isDropped ? null : name, notes: [] };
}

interface Dropping {
  order: DropOrder;
  place: GitPlace;
}

async function isKeptElsewhere(deps: WorktreeDeps, { order, place }: Dropping): Promise<boolean> {
  if (order.tip === null) return isOnAnother(deps, { order, place });
  return order.merged !== null && isWithin(deps, { place, tip: order.tip, merged: order.merged });
}

/**
 * Tells whether another branch contains the base. If the commission continued another one's work, its own
 * branch may be the only one that does.
 */
async function isOnAnother(deps: WorktreeDeps, { order, place }: Dropping): Promise<boolean> {
  const args = ["for-each-ref", "--format=%(refname)", "--contains", order.tree.base, "refs/heads/"];
  const refs = (await git(deps, { args, place })).split("\n");
  return refs.some((ref) => ref !== "" && ref !== branchRef(order.tree.branch));
}

/** Tells whether `merged` has the same content as `tip` at each path that `tip` changed. */
async function isWithin(
  deps: WorktreeDeps,
  { place, tip, merged }: { place: GitPlace; tip: string; merged: string },
): Promise<boolean> {
  const began = await runGit(deps, { args: ["merge-base", tip, merged], place });
  if (began.code !== 0) return false;
  const changed = await pathsBetween(deps, { place, old: began.stdout.trim(), now: tip });
  const different = new Set(await pathsBetween(deps, { place, old: merged, now: tip }));
  return !changed.some((path) => different.has(path));
}

async function pathsBetween(
  deps: WorktreeDeps,
  { place, old, now }: { place: GitPlace; old: string; now: string },
): Promise<string[]> {
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", "--ignore-submodules=none", old, now];
  return splitZ(await git(deps, { args, place }));
}
