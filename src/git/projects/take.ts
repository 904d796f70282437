// Takes over what landed: moves the person's branch where it is checked out nowhere, and leaves it to the person's own
// git elsewhere. A take-over is noted before the branch moves, so that it can be undone.
import type { CommitSettings } from "../../contract/project/land-settings.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { TakeKind, TakeRecord, TakeReport } from "../../contract/project/take.ts";
import { Fault } from "../../contract/api/problem.ts";
import { branchName } from "../../contract/project/tree.ts";
import { type BranchHolder, findHolder } from "../repository/branch-holders.ts";
import { findPersonsBranch } from "../repository/persons-branch.ts";
import { findBranch } from "../repository/refs.ts";
import { type OpenProject, projectOf, tipOf } from "../repository/repository.ts";
import { moveBranch } from "../merge/move-branch.ts";
import type { TreesDeps } from "../trees.ts";
import {
  listBrought,
  makeForTake,
  mergeSubject,
  planTake,
  type TakePlan,
  type TakeSides,
} from "./take-plan.ts";

export interface TakeOrder {
  project: ProjectName;
  dryRun: boolean;
  /** The commit of one commission whose work is taken over alone; `null` for all that landed. */
  only: string | null;
  /** The tips that the person saw in the plan. */
  expected: { branch: string; integration: string } | null;
  style: CommitSettings | null;
}

/** Called with the take-over before the branch moves. */
export type NoteTake = (take: Omit<TakeRecord, "version" | "at">) => Promise<void>;

/**
 * Takes over. Throws a fault with the code "project" if that is impossible, and with the code "moved" if a branch is not
 * where the person saw it. Must be called inside `inTurn` of the project.
 */
export async function takeOver(deps: TreesDeps, order: TakeOrder, note: NoteTake): Promise<TakeReport> {
  const { project, tip: person } = await openForTake(deps, order.project);
  const sides = { person, integration: await tipOf(deps, project, "integration") };
  mustBeExpected(project, sides, order.expected);
  const plan = await planTake(deps, { ...order, project, sides });
  const holder = await findHolder(deps, project, project.branch);
  mustBeUsable(project, holder);
  const report = await reportOf(deps, project, { plan, holder });
  if (order.dryRun || holder !== null || plan.kind === "nothing" || plan.kind === "conflict")
    return { ...report, dryRun: order.dryRun };
  await makeForTake(project, plan);
  const before = sides.person;
  await note({ branch: branchName.parse(project.branch), before, after: plan.after, kind: plan.kind });
  await movePersons(deps, project, { from: before, to: plan.after, reason: "guild-hall: take over" });
  return { ...report, dryRun: false, moved: true };
}

/** Opens the project and finds the tip of the person's branch. Throws if the hall must not move that branch. */
export async function openForTake(
  deps: TreesDeps,
  name: ProjectName,
): Promise<{ project: OpenProject; tip: string }> {
  const project = await projectOf(deps, name);
  const { branch, place, integration } = project;
  if ((await findPersonsBranch(deps.projects(), name)) === null)
    throw unusable(
      `"${branch}" is a branch that the hall itself moves. Run "guild-hall config set projects.${name}.branch BRANCH" to name one of yours.`,
    );
  const tip = await findBranch(deps, place, branch);
  if (tip !== undefined) return { project, tip };
  await tipOf(deps, project, "branch"); // throws if there is no remote-tracking branch of this name either
  throw unusable(
    `"${branch}" is a remote-tracking branch, which only a fetch moves. Take over in your own clone: "git merge ${integration}" on a branch of yours, then push it.`,
  );
}

function unusable(message: string): Fault {
  return new Fault("project", message);
}

function mustBeExpected(
  { branch, integration }: OpenProject,
  sides: TakeSides,
  expected: TakeOrder["expected"],
): void {
  if (expected === null) return;
  const moved =
    expected.branch !== sides.person
      ? branch
      : expected.integration !== sides.integration
        ? integration
        : null;
  if (moved !== null) throw new Fault("moved", `The branch "${moved}" has moved since you saw the plan.`);
}

/** Throws if the branch is held by a checkout in which the person's git cannot take over now. */
export function mustBeUsable({ branch, top }: OpenProject, holder: BranchHolder | null): void {
  if (holder === null) return;
  const { path, how, isThere } = holder;
  if (!isThere)
    throw unusable(
      `"${branch}" is checked out in ${path}, which is not there any more. Run "git worktree prune" in ${top}.`,
    );
  if (how !== "checked out")
    throw unusable(`A ${how} in ${path} holds "${branch}". Finish or end it there, and then take over.`);
}

/** Returns a conflict in place of a merge that the person's own git would make otherwise, so that undone work stays out. */
function forOwnGit(project: OpenProject, plan: TakePlan): Pick<TakeReport, "kind" | "command" | "notes"> {
  const { kind, only, isPlain } = plan;
  const { branch, integration, name } = project;
  if (isPlain)
    return { kind, command: commandOf(project, plan), notes: notesOf({ kind, only, branch, integration }) };
  const note = `"${branch}" has work of "${integration}" by other commits, which "git merge" does not know. Run "guild-hall project sync ${name}" first, and take over again.`;
  return { kind: "conflict", command: null, notes: [note] };
}

async function reportOf(
  deps: TreesDeps,
  project: OpenProject,
  { plan, holder }: { plan: TakePlan; holder: BranchHolder | null },
): Promise<TakeReport> {
  const { branch, integration, name } = project;
  const { sides, only } = plan;
  const own = holder === null ? null : forOwnGit(project, plan);
  const kind = own?.kind ?? plan.kind;
  const isTheirs = own !== null && (kind === "merge" || kind === "cherry-pick");
  const after = kind === "conflict" ? sides.person : plan.after;
  return {
    project: name,
    dryRun: true,
    kind,
    branch: {
      name: branchName.parse(branch),
      before: sides.person,
      after: isTheirs ? null : after,
    },
    integration: { name: branchName.parse(integration), tip: sides.integration },
    ...(await listBrought(deps, project, plan)),
    conflicts: plan.conflicts,
    checkedOut: holder?.path ?? null,
    command: own?.command ?? null,
    moved: false,
    notes: own?.notes ?? notesOf({ kind, only, branch, integration }),
  };
}

/** Returns git's arguments. They name the planned commit, because a branch may move, and a tag may have its name. */
function commandOf(project: OpenProject, { kind, only, sides }: TakePlan): string[] | null {
  switch (kind) {
    case "nothing":
      return null;
    case "fast-forward":
      return ["merge", "--ff-only", only ?? sides.integration];
    case "cherry-pick":
    case "merge":
    case "conflict":
      return only === null
        ? ["merge", "-m", mergeSubject(project), sides.integration]
        : ["cherry-pick", "-x", only];
  }
}

interface Taking {
  kind: TakeKind;
  only: string | null;
  integration: string;
}

function notesOf({ kind, only, branch, integration }: Taking & { branch: string }): string[] {
  if (kind === "cherry-pick")
    return [
      `It comes as a copy of its commit (a cherry-pick): "${integration}" keeps its own, and the next sync brings both together.`,
    ];
  if (kind === "conflict")
    return [
      `"${branch}" and ${only === null ? `"${integration}"` : "the commit"} change the same lines. Nothing was moved.`,
    ];
  return [];
}

/** Moves the person's branch by compare-and-swap, only while no checkout has it. */
export async function movePersons(
  deps: TreesDeps,
  project: OpenProject,
  { from, to, reason }: { from: string; to: string; reason: string },
): Promise<void> {
  const { branch, place, repository } = project;
  const holder = await findHolder(deps, project, branch);
  if (holder !== null)
    throw new Fault(
      "moved",
      `"${branch}" was checked out in ${holder.path} meanwhile, so the hall did not move it.`,
    );
  const moved = await moveBranch(deps, { place, repository }, { branch, expected: from, commit: to, reason });
  if (moved === "moved") throw new Fault("moved", `The branch "${branch}" was moved meanwhile.`);
}
