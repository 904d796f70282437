// Checks whether a branch is checked out elsewhere. Moving it would make the files there look changed.
import { Fault } from "../../contract/api/problem.ts";
import { plainFiles } from "../../host/files/plain-files.ts";
import { checkoutsOf } from "./checkouts.ts";

export interface Elsewhere {
  repository: string;
  branch: string;
  /** The git directory of the one worktree that may have it. */
  own: string;
}

/** Throws if the branch is checked out outside the hall's own worktree. */
export async function mustBeOurs({ repository, branch, own }: Elsewhere): Promise<void> {
  const checkouts = await checkoutsOf(repository);
  const other = checkouts.find((checkout) => checkout.branch === branch && checkout.gitDir !== own);
  if (other === undefined) return;
  throw new Fault(
    "project",
    `The branch "${branch}" is checked out in ${other.path}, and the files there would not follow when the hall moves it. Switch to another branch there; the hall then continues.`,
  );
}

/** Returns a checkout's HEAD: a commit, or "ref: " and a branch; `undefined` if there is none. */
export async function headOf(gitDir: string): Promise<string | undefined> {
  return (await plainFiles.read(`${gitDir}/HEAD`, 4096))?.toString("utf8").trim();
}
