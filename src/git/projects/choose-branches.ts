// Chooses the branches of a new project: the person's own, and the one that finished work is merged into.
import { stat } from "node:fs/promises";
import { Fault } from "../../contract/api/problem.ts";
import { branchName, commissionBranch } from "../../contract/project/tree.ts";
import { checkoutsOf } from "../repository/checkouts.ts";
import { branchAt } from "../repository/discover.ts";
import type { WorktreePlace } from "../repository/places.ts";
import type { FoundRepository } from "./plan-add.ts";
import { countsBetween, findBranch, findTheirs, listBranches } from "../repository/refs.ts";
import { throwDamaged } from "../repository/repository.ts";
import type { GitPlace } from "../repository/run.ts";
import type { TreesDeps } from "../trees.ts";

export async function branchToTake(found: FoundRepository, before: string | undefined): Promise<string> {
  const branch = before ?? (await branchAt(found));
  if (branch === null)
    throw unusable(
      `${found.top} has a commit checked out and no branch. Name your branch with "--branch BRANCH".`,
    );
  if (branchName.safeParse(branch).success) return branch;
  throw unusable(
    `The branch "${branch}" has a name that the hall cannot use. Name another with "--branch BRANCH".`,
  );
}

export async function tipToTake(
  deps: TreesDeps,
  { found, place, branch }: { found: FoundRepository; place: GitPlace; branch: string },
): Promise<string> {
  const tip = await findTheirs(deps, place, branch).catch((error: unknown) => throwDamaged(found, error));
  if (tip !== undefined) return tip;
  const branches = (await listBranches(deps, place)).map(({ name }) => name);
  if (branches.length === 0)
    throw unusable(`${found.top} has no commits yet. Make a first one, then add it.`);
  throw unusable(
    `There is no branch "${branch}" with a commit in ${found.top}. Name one with "--branch BRANCH"; there are: ${branches.slice(0, 10).join(", ")}.`,
  );
}

interface Branches {
  found: FoundRepository;
  place: GitPlace;
  branch: string;
  integration: string;
}

/**
 * Throws if the integration branch cannot have this name: it is the person's own branch, its name is reserved
 * for commissions, or it blocks another branch. Git cannot have both the branch `a` and the branch `a/b`.
 */
export async function refuseBlocked(
  deps: TreesDeps,
  { found, place, branch, integration }: Branches,
): Promise<void> {
  if (integration === branch)
    throw unusable(
      `"${branch}" is your own branch. Finished work goes to another one, which only the hall changes.`,
    );
  const ofCommissions = commissionBranch("ID");
  for (const wanted of [integration, ofCommissions]) {
    const parents = wanted
      .split("/")
      .slice(0, -1)
      .map((_, at, parts) => parts.slice(0, at + 1).join("/"));
    for (const parent of parents)
      if (parent === integration || (await findBranch(deps, place, parent)) !== undefined)
        throw unusable(blockedText(found, { wanted, by: parent }));
  }
  const below = (await listBranches(deps, place, integration)).find(({ name }) => name !== integration);
  if (below) throw unusable(blockedText(found, { wanted: integration, by: below.name }));
  if (integration.startsWith(ofCommissions.slice(0, -2)))
    throw unusable(
      `"${integration}" is a name among the branches of commissions. Choose another name for the integration branch.`,
    );
}

function blockedText({ top }: FoundRepository, { wanted, by }: { wanted: string; by: string }): string {
  return `Git cannot make the branch "${wanted}" beside the branch "${by}", because one name lies below the other. Rename "${by}" in ${top} with "git branch -m ${by} NEW-NAME".`;
}

/** Throws if the integration branch is checked out by a person, or belongs to a project of another hall. */
export async function refuseCheckedOut(
  { repository }: FoundRepository,
  { integration, own }: { integration: string; own: WorktreePlace },
): Promise<void> {
  for (const { branch, gitDir, path } of await checkoutsOf(repository)) {
    if (gitDir === own.gitDir) await refuseOtherHall(own, path);
    else if (branch === integration)
      throw unusable(
        `The branch "${integration}" is checked out at ${path}. Check out another branch there, or name another one with "--integration BRANCH".`,
      );
  }
}

/**
 * Throws if git's entry for the worktree points into another hall's home. If that path no longer exists, this
 * hall's own home was moved.
 */
async function refuseOtherHall({ workTree, gitDir }: WorktreePlace, path: string): Promise<void> {
  const isOurs = path === workTree || path === gitDir; // `gitDir` if an interrupted set-up has not recorded the path yet
  if (isOurs || (await stat(path).catch(() => undefined)) === undefined) return;
  throw unusable(
    `Another hall has this repository as a project of the same name, at ${path}. Choose another name, and another branch with "--integration BRANCH".`,
  );
}

export async function adoptedText(
  deps: TreesDeps,
  place: GitPlace,
  {
    integration,
    there,
    branch,
    theirs,
  }: { integration: string; there: string; branch: string; theirs: string },
): Promise<string> {
  const { ahead, behind } = await countsBetween(deps, place, { tip: there, other: theirs });
  return `The branch "${integration}" is there already and is used as it is: ${ahead} ahead of "${branch}", ${behind} behind.`;
}

function unusable(message: string): Fault {
  return new Fault("project", message);
}
