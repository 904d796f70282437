// Finds the branch that holds the work a person has accepted. Only the person moves it.
import { findProject, type HallConfig } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { commissionBranch } from "../../contract/project/tree.ts";

const ofCommissions = commissionBranch("");

/**
 * Returns the id of the repository at a path. Two entries of the config may name one repository by different
 * paths.
 */
export type RepositoryAt = (path: string) => string;

/**
 * Returns the person's branch; `null` if the project names none, or one that the hall itself moves, because such a
 * branch holds workers' commits.
 */
export function personsBranch(
  projects: HallConfig["projects"],
  project: ProjectName,
  repositoryAt: RepositoryAt,
): string | null {
  const { branch } = findProject(projects, project) ?? {};
  if (branch === undefined || branch.startsWith(ofCommissions)) return null;
  return projectsMoving(projects, project, repositoryAt).length > 0 ? null : branch;
}

/** Returns the names of all projects with the same repository whose integration branch is this project's branch. */
export function projectsMoving(
  projects: HallConfig["projects"],
  project: ProjectName,
  repositoryAt: RepositoryAt,
): string[] {
  const { branch, path } = findProject(projects, project) ?? {};
  const idOf = (each: string | undefined) => (each === undefined ? undefined : repositoryAt(each));
  return Object.entries(projects)
    .filter(([, each]) => each.integration === branch && idOf(each.path) === idOf(path))
    .map(([name]) => name);
}
