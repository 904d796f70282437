// Finds the branch with the work that a person has accepted: one that only the person moves.
import { findProject, type HallConfig } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { commissionBranch } from "../../contract/project/tree.ts";

const ofCommissions = commissionBranch("");

/**
 * `null` if the project names none, or one that the hall itself moves, because that holds a worker's commits.
 * `repositoryAt` identifies the repository at a path. Without it two entries share one only by the same path.
 */
export function personsBranch(
  projects: HallConfig["projects"],
  project: ProjectName,
  repositoryAt: (path: string) => string = (path) => path,
): string | null {
  const { branch, path } = findProject(projects, project) ?? {};
  if (branch === undefined || branch.startsWith(ofCommissions)) return null;
  // Another entry may reach the same repository, and the work of that one goes to its integration branch.
  const idOf = (each: string | undefined) => (each === undefined ? undefined : repositoryAt(each));
  const isMoved = Object.values(projects).some(
    (each) => each.integration === branch && idOf(each.path) === idOf(path),
  );
  return isMoved ? null : branch;
}
