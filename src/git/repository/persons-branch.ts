// The person's branch of a project, judged by the repositories themselves and not by the paths that the config names.
import type { HallConfig } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { personsBranch } from "../../rules/project/persons-branch.ts";
import { identifyRepositories } from "./repository-id.ts";

/** `null` if no branch of the project's repository is moved by the person alone. */
export async function findPersonsBranch(
  projects: HallConfig["projects"],
  project: ProjectName,
): Promise<string | null> {
  return personsBranch(projects, project, await identifyRepositories(projects));
}
