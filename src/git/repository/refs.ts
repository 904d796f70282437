// Reads branches and commits through git.
import { oid } from "../../contract/project/tree.ts";
import { git, gitFault, type GitDeps, type GitPlace, runGit } from "./run.ts";

export interface Branch {
  name: string;
  tip: string;
}

const heads = "refs/heads/";

export function branchRef(name: string): string {
  return `${heads}${name}`;
}

/** Returns the tip of a branch; `undefined` if there is no such branch. Throws if the ref is damaged. */
export async function findBranch(deps: GitDeps, place: GitPlace, name: string): Promise<string | undefined> {
  return (await listBranches(deps, place, name)).find((branch) => branch.name === name)?.tip;
}

/** Returns the commit at a ref, by its full name; `undefined` if there is no such ref, or no commit at it. */
export async function findCommitAt(deps: GitDeps, place: GitPlace, ref: string): Promise<string | undefined> {
  const args = ["for-each-ref", "--format=%(objectname) %(objecttype) %(refname)", ref];
  const lines = (await git(deps, { args, place })).split("\n").map((line) => line.split(" "));
  return oid.optional().parse(lines.find(([, type, found]) => found === ref && type === "commit")?.[0]);
}

/**
 * Returns the tip of the person's branch, which may also be a remote-tracking one, such as origin/main; `undefined` if
 * there is neither.
 */
export async function findTheirs(deps: GitDeps, place: GitPlace, name: string): Promise<string | undefined> {
  const refs = [branchRef(name), `refs/remotes/${name}`];
  const args = ["for-each-ref", "--format=%(objectname) %(objecttype) %(refname)", ...refs];
  const lines = (await git(deps, { args, place })).split("\n").map((line) => line.split(" "));
  const tips = refs.map((ref) => lines.find(([, type, found]) => found === ref && type === "commit")?.[0]);
  return oid.optional().parse(tips.find((tip) => tip !== undefined));
}

/** Lists all branches, or only the branch `below` and the branches under it, such as `below/x`. */
export async function listBranches(deps: GitDeps, place: GitPlace, below = ""): Promise<Branch[]> {
  const format = "%(objectname) %(objecttype) %(refname)";
  const printed = await git(deps, {
    args: ["for-each-ref", `--format=${format}`, below === "" ? heads : branchRef(below)],
    place,
  });
  return printed.split("\n").flatMap((line) => {
    const [tip = "", type, ref = ""] = line.split(" ");
    return type === "commit" ? [{ name: ref.slice(heads.length), tip: oid.parse(tip) }] : [];
  });
}

/** Tells whether a commit of this name exists. */
export async function isCommit(deps: GitDeps, place: GitPlace, name: string): Promise<boolean> {
  return (await runGit(deps, { args: ["cat-file", "-e", `${name}^{commit}`], place })).code === 0;
}

/** Tells whether the commit `old` is an ancestor of the commit `of`, or is that commit. */
export async function isAncestor(
  deps: GitDeps,
  place: GitPlace,
  { old, of }: { old: string; of: string },
): Promise<boolean> {
  const order = { args: ["merge-base", "--is-ancestor", old, of], place };
  const run = await runGit(deps, order);
  if (run.code !== 0 && run.code !== 1) throw gitFault(order, run);
  return run.code === 0;
}

/** Returns the ids of the commit's parents. */
export async function parentsOf(deps: GitDeps, place: GitPlace, commit: string): Promise<string[]> {
  const args = ["rev-list", "--parents", "--max-count=1", commit];
  const [, ...parents] = (await git(deps, { args, place })).trim().split(" ");
  return parents.map((parent) => oid.parse(parent));
}

/** Returns a commit that both have in their histories; `null` if they have none in common. */
export async function mergeBase(
  deps: GitDeps,
  place: GitPlace,
  [one, other]: readonly [string, string],
): Promise<string | null> {
  const order = { args: ["merge-base", one, other], place };
  const run = await runGit(deps, order);
  if (run.code !== 0 && run.code !== 1) throw gitFault(order, run);
  return run.code === 0 ? oid.parse(run.stdout.trim()) : null;
}

/** Counts the commits that `tip` has and `other` lacks, and the reverse. */
export async function countsBetween(
  deps: GitDeps,
  place: GitPlace,
  { tip, other }: { tip: string; other: string },
): Promise<{ ahead: number; behind: number }> {
  const printed = await git(deps, {
    args: ["rev-list", "--left-right", "--count", `${tip}...${other}`],
    place,
  });
  const [ahead = 0, behind = 0] = printed.trim().split("\t").map(Number);
  return { ahead, behind };
}
