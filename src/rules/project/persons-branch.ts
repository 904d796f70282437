// Which branch holds what a person has taken in: one that only the person moves.
import { findProject, type HallConfig } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { commissionBranch } from "../../contract/project/tree.ts";

const ofCommissions = commissionBranch("");

/** null if the project names none, or names a branch that the hall itself moves: what is there is a worker's. */
export function personsBranch(projects: HallConfig["projects"], project: ProjectName): string | null {
  const { branch, path } = findProject(projects, project) ?? {};
  if (branch === undefined || branch.startsWith(ofCommissions)) return null;
  // Another entry may name the same checkout, and the work of that one goes there.
  const sameCheckout = Object.values(projects).filter((each) => each.path === path);
  return sameCheckout.some(({ integration }) => integration === branch) ? null : branch;
}
