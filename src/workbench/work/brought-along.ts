// Lists the untracked files of the person's checkout that are copied into a worktree.
import { findProject } from "../../contract/home/config.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { CarryOutDeps } from "./carry-out.ts";

/** Returns the files that the project's settings name, and the checkout that they are copied from. */
export function broughtAlong({ config }: Pick<CarryOutDeps, "config">, { project }: TreePlan) {
  const { path, copy = [] } = findProject(config.projects, project) ?? {};
  return path === undefined ? { copy: [], from: "" } : { copy, from: path };
}
