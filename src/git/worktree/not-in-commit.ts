// Lists the files of a worktree that differ from a commit or are not in it. Files that git ignores are left out.
import { rm } from "node:fs/promises";
import type { WorktreePlace } from "../repository/places.ts";
import { git, type GitDeps, runGit, splitZ } from "../repository/run.ts";

/**
 * Compares the files with a temporary index, because the worktree's own may belong to another commit. A file
 * that was deleted from the worktree is not listed: the commit still has it.
 */
export async function notInCommit(deps: GitDeps, place: WorktreePlace, commit: string): Promise<string[]> {
  const index = `${place.view}/index.compared`;
  const order = { place, index };
  try {
    await discard(index);
    await git(deps, { ...order, args: ["read-tree", commit] });
    // The exit code is ignored: it is 1 if something differs.
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

/** Removes the index, and the lock that a killed git left. */
async function discard(index: string): Promise<void> {
  await rm(index, { force: true });
  await rm(`${index}.lock`, { force: true });
}
