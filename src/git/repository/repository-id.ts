// Identifies repositories by their git directories on disk, because one repository may be reached by several paths:
// through a linked worktree, a symbolic link or a mount.
import { stat } from "node:fs/promises";
import type { HallConfig } from "../../contract/home/config.ts";
import { discover } from "./discover.ts";

/** Returns the device and inode of a repository's own git directory. */
export async function repositoryId({ repository }: { repository: string }): Promise<string> {
  const { dev, ino } = await stat(repository, { bigint: true });
  return `${dev}:${ino}`;
}

/** Returns a function that takes the path of a project and returns the id of the repository there. */
export async function identifyRepositories(
  projects: HallConfig["projects"],
): Promise<(path: string) => string> {
  const paths = Object.values(projects).flatMap(({ path }) => path ?? []);
  const ids = new Map<string, string>();
  for (const path of new Set(paths)) ids.set(path, await idAt(path));
  return (path) => ids.get(path) ?? path;
}

/** Returns the id of the repository at this path, or the path itself if no repository is found there. */
async function idAt(path: string): Promise<string> {
  try {
    return await repositoryId(await discover(path));
  } catch {
    return path;
  }
}
