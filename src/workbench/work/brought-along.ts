// Which files of the person's checkout are copied beside what git has.
import { findProject } from "../../contract/home/config.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { CarryOutDeps } from "./carry-out.ts";

/** What a person wants to be there beside what git has. */
export function broughtAlong({ config }: Pick<CarryOutDeps, "config">, { project }: TreePlan) {
  const { path, copy = [] } = findProject(config.projects, project) ?? {};
  return path === undefined ? { copy: [], from: "" } : { copy, from: path };
}
