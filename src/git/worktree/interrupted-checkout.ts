// Recovers a worktree whose last update to another commit was interrupted by a kill or a power cut.
// Distinguishes files that the update had already written from files that a person has changed.
import { rm } from "node:fs/promises";
import { newUuid } from "../../host/ids.ts";
import type { WorktreePlace } from "../repository/places.ts";
import { git, type GitDeps, runGit, splitZ } from "../repository/run.ts";

interface Step {
  place: WorktreePlace;
  from: string | undefined;
  to: string;
}

/** The most commits that are compared with the index. */
const maxSteps = 20;

/**
 * Returns the newest commit between `from` and `to` that equals the index, or `from` if none does. An update
 * may have been interrupted after it wrote the index and before it recorded its commit, so `from`, the
 * recorded one, may be stale.
 */
export async function fromIndex(deps: GitDeps, { place, from, to }: Step): Promise<string | undefined> {
  const range = from === undefined ? [to] : [to, `^${from}`];
  const args = ["rev-list", "--first-parent", `--max-count=${maxSteps}`, ...range];
  const later = await runGit(deps, { args, place });
  for (const commit of later.stdout.split("\n").filter((line) => line !== "")) {
    const same = ["diff-index", "--cached", "--quiet", commit, "--"];
    if ((await runGit(deps, { args: same, place })).code === 0) return commit;
  }
  return from;
}

/**
 * Updates the index entry of each file that already has its content from `to`, if the index still has the
 * entry from `from`. Git would otherwise take such a file for a person's change.
 */
export async function settleHalfDone(deps: GitDeps, step: Step & { from: string }): Promise<void> {
  const { place, from } = step;
  const staged = new Set(
    await paths(deps, step, ["diff-index", "--cached", "--name-only", "-z", from, "--"]),
  );
  const different = new Set(await differentFrom(deps, step));
  const done = (await changes(deps, step)).filter(
    ({ path, mode }) =>
      mode !== "000000" && !staged.has(path) && !different.has(path) && !path.includes("\uFFFD"),
  );
  if (done.length === 0) return;
  const input = done.map(({ mode, oid, path }) => `${mode} ${oid}\t${path}\0`).join("");
  await git(deps, { args: ["update-index", "-z", "--index-info"], place, input });
  await runGit(deps, { args: ["update-index", "-q", "--refresh"], place });
}

/** Returns the paths at which the worktree differs from the commit `to`, by comparing with a temporary index. */
async function differentFrom(deps: GitDeps, { place, to }: Step): Promise<string[]> {
  const index = `${place.gitDir}/index.${newUuid()}`;
  // Skips submodules, because their own settings may name programs.
  const differ = ["diff-files", "--name-only", "-z", "--ignore-submodules=dirty"];
  try {
    await git(deps, { args: ["read-tree", to], place, index });
    await runGit(deps, { args: ["update-index", "-q", "--refresh"], place, index });
    return split(await git(deps, { args: differ, place, index }));
  } finally {
    await rm(index, { force: true });
  }
}

async function changes(
  deps: GitDeps,
  { place, from, to }: Step & { from: string },
): Promise<{ mode: string; oid: string; path: string }[]> {
  const args = ["diff-tree", "-r", "-z", "--no-renames", from, to];
  const words = split(await git(deps, { args, place }));
  const found = [];
  // ":old-mode new-mode old new status", then the path
  for (let at = 0; at + 1 < words.length; at += 2) {
    const [, mode = "", , oid = ""] = (words[at] ?? "").split(" ");
    found.push({ mode, oid, path: words[at + 1] ?? "" });
  }
  return found;
}

async function paths(deps: GitDeps, { place }: Step, args: readonly string[]): Promise<string[]> {
  return split(await git(deps, { args, place }));
}

function split(printed: string): string[] {
  return splitZ(printed);
}
