// The person's branch of a project, judged by the repositories themselves: two entries of the config may reach one by
// different paths, through a linked worktree, a symbolic link or a mount.
import { stat } from "node:fs/promises";
import type { HallConfig } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { personsBranch } from "../../rules/project/persons-branch.ts";
import { discover } from "./discover.ts";

/** null if no branch of the project's repository is moved by the person alone. */
export async function findPersonsBranch(
  projects: HallConfig["projects"],
  project: ProjectName,
): Promise<string | null> {
  const paths = Object.values(projects).flatMap(({ path }) => path ?? []);
  const ids = new Map<string, string>();
  for (const path of new Set(paths)) ids.set(path, await repositoryAt(path));
  return personsBranch(projects, project, (path) => ids.get(path) ?? path);
}

/** A repository that cannot be found is known by its path alone. */
async function repositoryAt(path: string): Promise<string> {
  try {
    const { dev, ino } = await stat((await discover(path)).repository, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return path;
  }
}
