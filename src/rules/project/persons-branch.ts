// Finds the branch with the work that a person has accepted: one that only the person moves.
import { findProject, type HallConfig } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { commissionBranch } from "../../contract/project/tree.ts";

const ofCommissions = commissionBranch("");

/** `null` if the project names none, or one that the hall itself moves, because that holds a worker's commits. */
export function personsBranch(projects: HallConfig["projects"], project: ProjectName): string | null {
  const { branch, path } = findProject(projects, project) ?? {};
  if (branch === undefined || branch.startsWith(ofCommissions)) return null;
  // Another project may use the same checkout and integrate its work into this branch.
  const sameCheckout = Object.values(projects).filter((each) => each.path === path);
  return sameCheckout.some(({ integration }) => integration === branch) ? null : branch;
}
