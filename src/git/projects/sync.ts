// Brings the integration branch up to date with the person's branch: plans a commit, then moves the branch to it. The
// commit contains the history of both branches. A sync never uses the network; fetching is left to the person.
import type { ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { SyncReport } from "../../contract/project/sync.ts";
import { bringAlong } from "../merge/bring-along.ts";
import { mustBeOurs } from "../repository/checked-out.ts";
import { takeMarked } from "../merge/marked-work.ts";
import { moveBranch } from "../merge/move-branch.ts";
import { integrationPlace } from "../repository/places.ts";
import { countsBetween } from "../repository/refs.ts";
import { type OpenProject, projectOf, tipOf } from "../repository/repository.ts";
import { makeForSync, planFor, type PlannedSync } from "./sync-commit.ts";
import type { TreesDeps } from "../trees.ts";

export interface SyncOrder {
  project: ProjectName;
  dryRun: boolean;
}

/**
 * The most plans that one sync makes. It plans again if the branch has moved before the plan could be
 * applied.
 */
const maxPlans = 5;

/**
 * Syncs the project. Throws a fault with the code "project" if that is impossible. The caller must hold the
 * project's turn, so that no other task changes the integration branch meanwhile.
 */
export async function syncProject(deps: TreesDeps, order: SyncOrder): Promise<SyncReport> {
  const project = await projectOf(deps, order.project);
  for (let tries = 1; ; tries += 1) {
    const planned = await lookAndPlan(deps, project);
    const report = await reportOf(deps, project, planned);
    const wants = report.into.before !== report.into.after;
    if (order.dryRun || !wants) return { ...report, ...(await noted(deps, project, { report, order })) };
    if ((await apply(deps, project, planned)) === "done")
      return { ...report, dryRun: false, moved: true, notes: await followed(deps, project) };
    if (tries === maxPlans)
      throw new Fault(
        "busy",
        `The branch "${project.integration}" kept moving while the hall brought it up to date. Try again.`,
      );
  }
}

async function lookAndPlan(deps: TreesDeps, project: OpenProject): Promise<PlannedSync> {
  const integration = await tipOf(deps, project, "integration");
  return planFor(deps, project, { integration, person: await personTip(deps, project) });
}

async function personTip(deps: TreesDeps, project: OpenProject): Promise<string> {
  const { name, branch, integration } = project;
  if (branch !== integration) return tipOf(deps, project, "branch");
  throw new Fault(
    "project",
    `Project "${name}" names "${branch}" both as your branch and as its integration branch. Run "guild-hall config set projects.${name}.branch BRANCH".`,
  );
}

async function reportOf(deps: TreesDeps, project: OpenProject, planned: PlannedSync): Promise<SyncReport> {
  const { person, integration } = planned.sides;
  const { ahead } = await countsBetween(deps, project.place, { tip: person, other: integration });
  return {
    project: project.name,
    dryRun: true,
    kind: planned.kind,
    from: { branch: project.branch, commit: person },
    into: { branch: project.integration, before: integration, after: planned.after },
    brings: ahead,
    taken: planned.taken,
    conflicts: planned.conflicts,
    moved: false,
    notes: [],
  };
}

async function apply(deps: TreesDeps, project: OpenProject, planned: PlannedSync): Promise<"done" | "moved"> {
  const { place, repository, integration } = project;
  await mustBeOurs({ repository, branch: integration, own: placeOf(deps, project).gitDir });
  await makeForSync(deps, project, planned);
  const { taken, sides } = planned;
  // Recorded before the branch moves: after that, a later sync can no longer find out which work was taken over.
  if (taken !== null) await takeMarked(deps, place, { project: project.name, taken, person: sides.person });
  return moveBranch(
    deps,
    { place, repository },
    {
      branch: integration,
      expected: planned.sides.integration,
      commit: planned.after,
      reason: `guild-hall: sync with ${project.branch}`,
    },
  );
}

/**
 * Updates the integration worktree even if the branch did not move, because its files may still show an older
 * commit. A dry run updates nothing.
 */
async function noted(
  deps: TreesDeps,
  project: OpenProject,
  { report, order }: { report: SyncReport; order: SyncOrder },
): Promise<Pick<SyncReport, "dryRun" | "notes">> {
  const notes = order.dryRun ? [] : await followed(deps, project);
  return { dryRun: order.dryRun, notes: [...notes, ...wayOut(deps, project, report)] };
}

function wayOut(deps: TreesDeps, project: OpenProject, { kind }: SyncReport): string[] {
  if (kind !== "conflict") return [];
  const { workTree } = placeOf(deps, project);
  return [
    `To bring them together yourself: run "git merge ${project.branch}" in ${workTree}, settle the conflicts, commit, and sync again.`,
  ];
}

async function followed(deps: TreesDeps, project: OpenProject): Promise<string[]> {
  const { name, repository, integration } = project;
  const note = await bringAlong(deps, { project: name, repository, branch: integration });
  return note === null ? [] : [note];
}

function placeOf(deps: TreesDeps, { name, repository }: OpenProject) {
  return integrationPlace(deps.home, { project: name, repository });
}
