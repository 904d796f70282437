// Creates, moves and deletes the branch of one commission, but only if the branch is where the caller expects it. Only
// the hall writes to this branch, so a lock file that a killed git left for it can be removed.
import { lockFault } from "../merge/move-branch.ts";
import { mustBePlainBranch } from "./own-places.ts";
import { clearPackedRefsDraft } from "./packed-refs.ts";
import { runPastLock } from "./past-lock.ts";
import { viewPlace } from "./places.ts";
import type { WorktreeDeps, WorktreeOrder } from "./prove-isolation.ts";
import { branchRef, findBranch } from "./refs.ts";
import { gitFault } from "./run.ts";

export interface OwnMove {
  /** The commit that the branch must be at now; `null` if it must not exist. */
  from: string | null;
  /** The commit to move the branch to; `null` to delete the branch. */
  to: string | null;
  /** Another branch to move instead of the commission's, such as one that keeps another program's commits. */
  name?: string;
}

/**
 * Moves the branch from `from` to `to`. Returns true even if it is at `to` already. Returns false, and changes nothing,
 * if it is at any other commit.
 */
export async function moveOwnBranch(
  deps: WorktreeDeps,
  { id, tree }: WorktreeOrder,
  { from, to, name = tree.branch }: OwnMove,
): Promise<boolean> {
  const place = viewPlace(deps.home, tree.project);
  const ref = branchRef(name);
  const old = from ?? tree.base.replace(/./g, "0");
  const target = to === null ? ["-d", ref] : [ref, to];
  await mustBePlainBranch(tree.repository, name);
  // With --no-deref, because a symbolic ref could lead to one of the person's branches.
  const args = ["update-ref", "--no-deref", "-m", `guild-hall: commission ${id}`, ...target, old];
  if (to === null) await clearPackedRefsDraft(tree.repository);
  const run = await runPastLock(deps, { args, place, ownLocks: [`${place.view}/${ref}.lock`] });
  if (run.code === 0) return true;
  const found = (await findBranch(deps, place, name)) ?? null;
  if (found === to) return true;
  if (found !== from) return false;
  throw lockFault({ place, repository: tree.repository }, run) ?? gitFault({ args }, run);
}
