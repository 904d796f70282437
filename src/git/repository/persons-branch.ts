// Finds the person's branch of a project. Two projects may name one repository by different paths, so repositories are
// compared by their identity on disk.
import type { HallConfig } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { personsBranch } from "../../rules/project/persons-branch.ts";
import { identifyRepositories } from "./repository-id.ts";

/** Returns the branch that the project names as the person's; `null` if it names none, or one that the hall moves. */
export async function findPersonsBranch(
  projects: HallConfig["projects"],
  project: ProjectName,
): Promise<string | null> {
  return personsBranch(projects, project, await identifyRepositories(projects));
}
