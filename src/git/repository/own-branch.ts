// Makes, moves and deletes the branch of one commission: only from where it was expected to be. Nobody else writes to it,
// so that a lock which a killed git has left on it can be taken away.
import { lockFault } from "../merge/move-branch.ts";
import { mustBePlainBranch } from "./own-places.ts";
import { clearPackedRefsDraft } from "./packed-refs.ts";
import { runPastLock } from "./past-lock.ts";
import { viewPlace } from "./places.ts";
import type { WorktreeDeps, WorktreeOrder } from "./prove-isolation.ts";
import { branchRef, findBranch } from "./refs.ts";
import { gitFault } from "./run.ts";

export interface OwnMove {
  /** Where it is; null: there is no such branch. */
  from: string | null;
  /** Where it goes; null: it is deleted. */
  to: string | null;
  /** Another one that is kept for it. */
  name?: string;
}

/** True also where it was there before. False: it is somewhere else, and nothing was done. */
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
  // Not through a symbolic name: it could lead to a branch of the person's.
  const args = ["update-ref", "--no-deref", "-m", `guild-hall: commission ${id}`, ...target, old];
  if (to === null) await clearPackedRefsDraft(tree.repository);
  const run = await runPastLock(deps, { args, place, ownLocks: [`${place.view}/${ref}.lock`] });
  if (run.code === 0) return true;
  const found = (await findBranch(deps, place, name)) ?? null;
  if (found === to) return true;
  if (found !== from) return false;
  throw lockFault({ place, repository: tree.repository }, run) ?? gitFault({ args }, run);
}
