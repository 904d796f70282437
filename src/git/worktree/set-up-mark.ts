// Records which files a project's set-up command left in a worktree, such as installed packages, to tell them from
// files that the worker writes later.
import { walkInside } from "../../host/files/walk-inside.ts";
import { worktreePlace } from "../repository/places.ts";
import type { WorktreeDeps, WorktreeOrder } from "../repository/prove-isolation.ts";
import { git, splitZ } from "../repository/run.ts";
import { writeSetUp } from "./worktree-records.ts";

/**
 * Records the files. Call it after the set-up command has succeeded and before the worker's session begins.
 */
export async function markSetUp(deps: WorktreeDeps, { id, tree }: WorktreeOrder): Promise<void> {
  const place = worktreePlace(deps.home, id, tree);
  const tracked = new Set(splitZ(await git(deps, { args: ["ls-files", "-z"], place })));
  const stamps: Record<string, string> = {};
  await walkInside(place.workTree, {
    into: () => true,
    visit: ({ path, isText, stamp }) => {
      if (isText && path !== ".git" && !tracked.has(path)) stamps[path] = stamp;
    },
  });
  await writeSetUp(deps.disk, { gitDir: place.gitDir, stamps });
}
