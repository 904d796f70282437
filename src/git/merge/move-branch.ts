// Moves a branch of the hall's from one commit to another, and only if it is where it was expected.
import { Fault } from "../../contract/api/problem.ts";
import { mustBePlainBranch } from "../repository/own-places.ts";
import { branchRef, findBranch } from "../repository/refs.ts";
import { gitFault, type GitDeps, type GitPlace, type GitRun, runGit } from "../repository/run.ts";

export interface BranchMove {
  branch: string;
  expected: string;
  commit: string;
  /** For the branch's log. */
  reason: string;
}

/** `moved`: it is somewhere else, and stays there. A lock that somebody holds is waited for a little, then named. */
export async function moveBranch(
  deps: GitDeps,
  { place, repository }: { place: GitPlace; repository: string },
  { branch, expected, commit, reason }: BranchMove,
): Promise<"done" | "moved"> {
  await mustBePlainBranch(repository, branch);
  // Not through a symbolic name: it could lead to a branch of the person's.
  const args = ["update-ref", "--no-deref", "-m", reason, branchRef(branch), commit, expected];
  const run = await runGit(deps, { args, place });
  if (run.code === 0) return "done";
  const now = await findBranch(deps, place, branch);
  if (now === commit) return "done";
  if (now !== expected) return "moved";
  throw lockFault({ place, repository }, run) ?? gitFault({ args }, run);
}

/** The file that another git command holds, or one that was killed left behind. It may be at work: nobody deletes it. */
export function lockFault(
  { place, repository }: { place: GitPlace; repository: string },
  { stderr }: Pick<GitRun, "stderr">,
): Fault | null {
  const found = /Unable to create '(.+\.lock)': File exists/.exec(stderr)?.[1];
  if (found === undefined) return null;
  const lock = found.startsWith(`${place.view}/`) ? `${repository}${found.slice(place.view.length)}` : found;
  return new Fault(
    "git",
    `The repository is locked: ${lock} is there. If no git command is at work on it, one that was killed left this file behind; remove it then.`,
  );
}
