// Lists the worktrees of all projects, each with its state and disk use.
import { messageOf } from "../../base/text/message-of.ts";
import { findProject, type HallConfig } from "../../contract/home/config.ts";
import { type ProjectName, projectName } from "../../contract/home/ids.ts";
import { commissionBranch } from "../../contract/project/tree.ts";
import type { WorktreeEntry } from "../../contract/project/worktrees.ts";
import type { DiskMeasure } from "../../host/files/disk-use.ts";
import { type FindWorktreesDeps, findIntegration, projectsAtHome } from "./find-worktrees.ts";
import { survey, type Surveyed, type SurveyDeps } from "./survey.ts";

export interface ListDeps extends SurveyDeps {
  diskUse: Pick<DiskMeasure, "measure">;
  projects(): HallConfig["projects"];
}

/** Returns the projects whose repository is in the configuration, and the projects that left files in the home. */
export async function knownProjects(
  deps: FindWorktreesDeps & Pick<ListDeps, "projects">,
): Promise<ProjectName[]> {
  const named = Object.entries(deps.projects()).flatMap(([name, { path }]) =>
    path === undefined ? [] : [projectName.parse(name)],
  );
  return [...new Set([...named, ...(await projectsAtHome(deps))])].toSorted();
}

export interface ListedWorktree {
  entry: WorktreeEntry;
  /** `null` for an integration worktree. */
  surveyed: Surveyed | null;
}

/** Lists by project, the integration worktree first. A project that cannot be read becomes a problem in the answer. */
export async function listWorktrees(
  deps: ListDeps,
): Promise<{ listed: ListedWorktree[]; problems: string[] }> {
  const listed: ListedWorktree[] = [];
  const problems: string[] = [];
  for (const project of await knownProjects(deps)) {
    try {
      listed.push(...(await integrationOf(deps, project)), ...(await ofCommissions(deps, project)));
    } catch (error) {
      problems.push(`Project "${project}": ${messageOf(error)}`);
    }
  }
  return { listed, problems };
}

async function integrationOf(deps: ListDeps, project: ProjectName): Promise<ListedWorktree[]> {
  const { path, hasDirectory } = await findIntegration(deps, project);
  if (!hasDirectory) return [];
  const branch = findProject(deps.projects(), project)?.integration ?? null;
  const entry: WorktreeEntry = {
    project,
    path,
    commission: null,
    status: null,
    branch,
    state: "integration",
    why: "finished work goes there; it is yours to look at",
    prune: "leave",
    uncommitted: null,
    disk: await sizeOf(deps, path),
  };
  return [{ entry, surveyed: null }];
}

async function ofCommissions(deps: ListDeps, project: ProjectName): Promise<ListedWorktree[]> {
  const listed: ListedWorktree[] = [];
  for (const surveyed of await survey(deps, project))
    listed.push({ entry: await entryOf(deps, surveyed), surveyed });
  return listed;
}

async function entryOf(deps: ListDeps, surveyed: Surveyed): Promise<WorktreeEntry> {
  const { found, judgement, commission, uncommitted } = surveyed;
  const { project, path, id } = found;
  return {
    project,
    path,
    commission: id,
    status: commission?.status ?? null,
    branch: id === null ? null : commissionBranch(id),
    ...judgement,
    uncommitted,
    disk: found.hasDirectory ? await sizeOf(deps, path) : null,
  };
}

/** The most files of one worktree whose sizes are added up. Installed packages may have more. */
const maxMeasured = 100_000;

function sizeOf({ diskUse }: ListDeps, path: string): Promise<WorktreeEntry["disk"]> {
  return diskUse.measure(path, maxMeasured);
}
