// Checks whether a branch is checked out outside the hall's own worktree. If the hall moved such a branch, the files in
// that checkout would look changed.
import { Fault } from "../../contract/api/problem.ts";
import { plainFiles } from "../../host/files/plain-files.ts";
import { checkoutsOf } from "./checkouts.ts";

export interface Elsewhere {
  repository: string;
  branch: string;
  /** The git directory of the only worktree that may have the branch checked out. */
  own: string;
}

/** Throws if the branch is checked out in any worktree other than the hall's own. */
export async function mustBeOurs({ repository, branch, own }: Elsewhere): Promise<void> {
  const checkouts = await checkoutsOf(repository);
  const other = checkouts.find((checkout) => checkout.branch === branch && checkout.gitDir !== own);
  if (other === undefined) return;
  throw new Fault(
    "project",
    `The branch "${branch}" is checked out in ${other.path}, and the files there would not follow when the hall moves it. Switch to another branch there; the hall then continues.`,
  );
}

/** Returns the content of HEAD: a commit id, or "ref: " and the name of a ref; `undefined` if there is no such file. */
export async function headOf(gitDir: string): Promise<string | undefined> {
  return (await plainFiles.read(`${gitDir}/HEAD`, 4096))?.toString("utf8").trim();
}
