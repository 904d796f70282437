// Moves one of the hall's branches to another commit, but only if it is at the expected one (compare and swap).
import { Fault } from "../../contract/api/problem.ts";
import { mustBePlainBranch } from "../repository/own-places.ts";
import { branchRef, findBranch } from "../repository/refs.ts";
import { gitFault, type GitDeps, type GitPlace, type GitRun, runGit } from "../repository/run.ts";

export interface BranchMove {
  branch: string;
  expected: string;
  commit: string;
  /** The text for the reflog. */
  reason: string;
}

/**
 * Moves the branch. Returns "done" even if it is at `commit` already. Returns "moved", and changes nothing, if another
 * program has moved it to any other commit. Throws if the ref stays locked for two seconds.
 */
export async function moveBranch(
  deps: GitDeps,
  { place, repository }: { place: GitPlace; repository: string },
  { branch, expected, commit, reason }: BranchMove,
): Promise<"done" | "moved"> {
  await mustBePlainBranch(repository, branch);
  // With --no-deref, because a symbolic ref could lead to one of the person's branches.
  const args = ["update-ref", "--no-deref", "-m", reason, branchRef(branch), commit, expected];
  const run = await runGit(deps, { args, place });
  if (run.code === 0) return "done";
  const now = await findBranch(deps, place, branch);
  if (now === commit) return "done";
  if (now !== expected) return "moved";
  throw lockFault({ place, repository }, run) ?? gitFault({ args }, run);
}

/**
 * Returns a fault that names the lock file at which git failed; `null` if git failed for another reason. The file is
 * not deleted here, because another git command may still hold the lock.
 */
export function lockFault(
  { place, repository }: { place: GitPlace; repository: string },
  { stderr }: Pick<GitRun, "stderr">,
): Fault | null {
  const found = /Unable to create '(.+\.lock)': File exists/.exec(stderr)?.[1];
  if (found === undefined) return null;
  const lock = found.startsWith(`${place.view}/`) ? `${repository}${found.slice(place.view.length)}` : found;
  return new Fault(
    "git",
    `The repository is locked by the file ${lock}. If no git command is running there, a killed one left it behind: remove it.`,
  );
}
