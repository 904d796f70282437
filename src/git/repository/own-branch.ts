// Creates, moves and deletes the branch of one commission, only from an expected commit. Only the hall writes to this
// branch, so a lock that a killed git left on it can be removed.
import { lockFault } from "../merge/move-branch.ts";
import { mustBePlainBranch } from "./own-places.ts";
import { clearPackedRefsDraft } from "./packed-refs.ts";
import { runPastLock } from "./past-lock.ts";
import { viewPlace } from "./places.ts";
import type { WorktreeDeps, WorktreeOrder } from "./prove-isolation.ts";
import { branchRef, findBranch } from "./refs.ts";
import { gitFault } from "./run.ts";

export interface OwnMove {
  /** The commit it is at; `null` if the branch does not exist. */
  from: string | null;
  /** The commit it moves to; `null` to delete it. */
  to: string | null;
  /** The branch to move instead, such as one that keeps foreign commits. */
  name?: string;
}

/** Returns true also if the branch is already there. Returns false, and does nothing, if it is at another commit. */
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
  // No deref: a symbolic ref could lead to a branch of the person's.
  const args = ["update-ref", "--no-deref", "-m", `guild-hall: commission ${id}`, ...target, old];
  if (to === null) await clearPackedRefsDraft(tree.repository);
  const run = await runPastLock(deps, { args, place, ownLocks: [`${place.view}/${ref}.lock`] });
  if (run.code === 0) return true;
  const found = (await findBranch(deps, place, name)) ?? null;
  if (found === to) return true;
  if (found !== from) return false;
  throw lockFault({ place, repository: tree.repository }, run) ?? gitFault({ args }, run);
}
