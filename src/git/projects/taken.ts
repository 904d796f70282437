// Checks what the person's own git did for a take-over, and moves a branch back after one.
import type { TakeKind, TakeRecord, TakeUndoReport } from "../../contract/project/take.ts";
import { Fault } from "../../contract/api/problem.ts";
import { branchName } from "../../contract/project/tree.ts";
import { findHolder } from "../repository/branch-holders.ts";
import { isAncestor, isCommit, parentsOf } from "../repository/refs.ts";
import { type OpenProject, tipOf } from "../repository/repository.ts";
import { git } from "../repository/run.ts";
import type { TreesDeps } from "../trees.ts";
import { movePersons, mustBeUsable } from "./take.ts";

export interface Taken {
  before: string;
  after: string;
}

/**
 * Returns what kind of take-over led the person's branch from one commit to the other. Throws a fault with the code
 * "moved" if the branch is elsewhere, or has more than a take-over brings.
 */
export async function kindOfTaken(
  deps: TreesDeps,
  { project, tip }: { project: OpenProject; tip: string },
  { before, after }: Taken,
): Promise<TakeKind> {
  const { place, branch } = project;
  const short = after.slice(0, 12);
  if (tip !== after) throw elsewhere(`The branch "${branch}" is not at ${short}.`);
  const follows =
    (await isCommit(deps, place, before)) && (await isAncestor(deps, place, { old: before, of: after }));
  if (!follows || before === after)
    throw elsewhere(`Commit ${short} does not follow ${before.slice(0, 12)}.`);
  const integration = await tipOf(deps, project, "integration");
  if (await isAncestor(deps, place, { old: after, of: integration })) return "fast-forward";
  const args = ["rev-list", "--count", `^${before}`, `^${integration}`, after];
  const parents = await parentsOf(deps, place, after);
  const isOne = Number((await git(deps, { args, place })).trim()) === 1 && parents[0] === before;
  if (isOne && parents.length === 2) return "merge";
  if (isOne && parents.length === 1 && (await isCopy(deps, project, after))) return "cherry-pick";
  throw elsewhere(`"${branch}" has commits since ${before.slice(0, 12)} that are no take-over.`);
}

function elsewhere(message: string): Fault {
  return new Fault("moved", message);
}

async function isCopy(deps: TreesDeps, { place }: OpenProject, commit: string): Promise<boolean> {
  const message = await git(deps, { args: ["log", "--no-walk", "--format=%B", commit], place });
  return /^\(cherry picked from commit [0-9a-f]{40,64}\)$/m.test(message);
}

/**
 * Moves the person's branch back to where it was before the take-over. Where the branch is checked out, moves nothing
 * and returns the git arguments for the person. Must be called inside `inTurn` of the project.
 */
export async function undoTake(
  deps: TreesDeps,
  project: OpenProject,
  { take, dryRun }: { take: TakeRecord; dryRun: boolean },
): Promise<TakeUndoReport> {
  const holder = await findHolder(deps, project, take.branch);
  mustBeUsable(project, holder);
  if (!(await isCommit(deps, project.place, take.before)))
    throw elsewhere(`Commit ${take.before.slice(0, 12)} is not in the repository any more.`);
  const moves = holder === null && !dryRun;
  if (moves)
    await movePersons(deps, project, {
      from: take.after,
      to: take.before,
      reason: "guild-hall: undo take over",
    });
  return {
    project: project.name,
    dryRun,
    branch: { name: branchName.parse(take.branch), before: take.after, after: take.before },
    checkedOut: holder?.path ?? null,
    command: holder === null ? null : ["reset", "--keep", take.before],
    moved: moves,
  };
}
