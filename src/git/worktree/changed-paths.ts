// Lists the files that a commission has changed in its worktree: the files that differ from its base commit, and the
// files that are in no commit yet.
import { projectLayout, type HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import { worktreePlace, type WorktreePlace } from "../repository/places.ts";
import { git, type GitDeps, splitZ } from "../repository/run.ts";

export interface ChangedDeps extends GitDeps {
  home: Pick<HomeLayout, "projects" | "repositories" | "worktrees">;
}

export interface ChangedPaths {
  /** The changed paths, sorted, up to a limit. */
  paths: string[];
  /** The number of all changed paths, including those beyond the limit. */
  count: number;
}

/** A git call that takes longer fails, because a person waits for the answer. */
const limitMs = 20_000;

const maxChangedPaths = 5000;

/** Compares the worktree, including its uncommitted changes, with its base commit. */
export async function changedPaths(
  deps: ChangedDeps,
  work: { id: CommissionId; tree: TreePlan },
): Promise<ChangedPaths> {
  const place = worktreePlace(deps.home, work.id, work.tree);
  const since = await committedSince(deps, place, work.tree);
  const all = [...new Set([...since, ...(await uncommittedPaths(deps, place))])].toSorted();
  return { paths: all.slice(0, maxChangedPaths), count: all.length };
}

/**
 * Lists the paths that differ between the base and the worktree's HEAD, regardless of uncommitted changes.
 */
async function committedSince(deps: ChangedDeps, place: WorktreePlace, tree: TreePlan): Promise<string[]> {
  const { view } = projectLayout(deps.home, tree.project);
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", tree.base, "HEAD"];
  return split(await git(deps, { args, place: { gitDir: place.gitDir, view }, limitMs }));
}

/**
 * Lists changed, deleted and new files, without ignored ones. Git does not look into submodules, because their settings
 * may name programs.
 */
async function uncommittedPaths(deps: GitDeps, place: WorktreePlace): Promise<string[]> {
  const args = [
    "status",
    "--porcelain",
    "-z",
    "--no-renames",
    "--untracked-files=all",
    "--ignore-submodules=all",
  ];
  const listed = split(await git(deps, { args, place, limitMs }));
  return listed.map((entry) => entry.slice("XY ".length).replace(/\/$/, ""));
}

function split(listed: string): string[] {
  return splitZ(listed);
}
