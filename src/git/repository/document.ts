// Checks whether a path exists on a project's integration branch. The path is untrusted: it is only compared with the
// names that git lists, and never opened.
import { findProject } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { findBranch } from "./refs.ts";
import { projectOf } from "./repository.ts";
import { git } from "./run.ts";
import type { TreesDeps } from "../trees.ts";

export async function hasDocument(deps: TreesDeps, project: ProjectName, path: string): Promise<boolean> {
  if (!isPlainPath(path) || findProject(deps.projects(), project)?.path === undefined) return false;
  const { place, integration } = await projectOf(deps, project);
  const tip = await findBranch(deps, place, integration);
  if (tip === undefined) return false;
  const args = ["ls-tree", "-z", "--full-tree", "--name-only", tip, "--", path];
  return (await git(deps, { args, place })).split("\0").includes(path);
}

/** Tells whether git could store this path: a relative path without "..", "." or empty parts. */
function isPlainPath(path: string): boolean {
  if (path.includes("\0") || path.length > 4096) return false;
  return path.split("/").every((part) => part !== "" && part !== "." && part !== "..");
}
