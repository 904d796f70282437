// Which files of a worktree are in no commit: those that differ from what the commit has at their path, and those that
// it does not have. What git ignores is not among them.
import { rm } from "node:fs/promises";
import type { WorktreePlace } from "../repository/places.ts";
import { git, type GitDeps, runGit, splitZ } from "../repository/run.ts";

/** In an index of its own: the worktree's may be of another commit. What the worktree lacks is no loss, and not named. */
export async function notInCommit(deps: GitDeps, place: WorktreePlace, commit: string): Promise<string[]> {
  const index = `${place.view}/index.compared`;
  const order = { place, index };
  try {
    await discard(index);
    await git(deps, { ...order, args: ["read-tree", commit] });
    // It ends with 1 where something differs.
    await runGit(deps, { ...order, args: ["update-index", "-q", "--refresh"] });
    const differ = [
      "diff-files",
      "--name-only",
      "-z",
      "--diff-filter=d",
      "--no-renames",
      "--ignore-submodules=all",
    ];
    const changed = await git(deps, { ...order, args: differ });
    const added = await git(deps, {
      ...order,
      args: ["ls-files", "-z", "--others", "--exclude-standard"],
    });
    return [changed, added].flatMap(splitZ);
  } finally {
    await discard(index);
  }
}

/** With the lock of a git that was killed. */
async function discard(index: string): Promise<void> {
  await rm(index, { force: true });
  await rm(`${index}.lock`, { force: true });
}
