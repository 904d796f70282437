// Lists every file of a git tree, and finds the tree of the person's branch.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { TreeEntry } from "../../rules/checks/set-up-inputs.ts";
import { treeOf } from "../merge/merge-trees.ts";
import { viewPlace } from "./places.ts";
import { findTheirs } from "./refs.ts";
import { git, type GitDeps, splitZ } from "./run.ts";

type Home = Pick<HomeLayout, "projects" | "repositories" | "worktrees">;
type Deps = GitDeps & { home: Home };

export async function listTree(
  deps: Deps,
  { project, tree }: { project: ProjectName; tree: string },
): Promise<TreeEntry[]> {
  const args = ["ls-tree", "-r", "-z", "--full-tree", tree];
  const listed = splitZ(await git(deps, { args, place: viewPlace(deps.home, project) }));
  return listed.flatMap((line) => {
    const [, mode = "", oid = "", path = ""] = /^(\d+) \w+ ([0-9a-f]+)\t([\s\S]+)$/.exec(line) ?? [];
    return path === "" ? [] : [{ path, mode, oid }];
  });
}

export interface OwnTree {
  commit: string;
  tree: string;
}

/** Returns the commit at the tip of the person's branch, and its tree; `null` if there is no such branch. */
export async function ownTree(
  deps: Deps,
  { project, branch }: { project: ProjectName; branch: string },
): Promise<OwnTree | null> {
  const place = viewPlace(deps.home, project);
  const commit = await findTheirs(deps, place, branch);
  return commit === undefined ? null : { commit, tree: await treeOf(deps, place, commit) };
}
