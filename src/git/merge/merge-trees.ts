// Merges commits with "git merge-tree", without a checkout. Returns the resulting tree, or the files in
// conflict.
import { oid } from "../../contract/project/tree.ts";
import {
  type CommitAuthorship,
  git,
  gitFault,
  type GitDeps,
  type GitOrder,
  type GitPlace,
  runGit,
} from "../repository/run.ts";

export interface Pair {
  ours: string;
  theirs: string;
}

export type MergedTree = { clean: true; tree: string } | { clean: false; files: string[] };

/** With `objects`, new objects are stored outside the repository. */
export type MergePlace = Pick<GitOrder, "objects"> & { place: GitPlace };

const options = ["--write-tree", "-z", "--name-only", "--no-messages"];

export async function mergeTrees(deps: GitDeps, where: MergePlace, pair: Pair): Promise<MergedTree> {
  const order = { ...where, args: ["merge-tree", ...options, pair.ours, pair.theirs] };
  const run = await runGit(deps, order);
  // Exit code 1 means conflicts; any other non-zero code means that git failed.
  if (run.code !== 0 && run.code !== 1) throw gitFault(order, run);
  const [tree = "", ...files] = run.stdout.split("\0").slice(0, -1);
  return run.code === 0 ? { clean: true, tree: oid.parse(tree) } : { clean: false, files: unique(files) };
}

/** Merges many pairs in one process. Returns the trees in order, with `null` for each conflict. */
export async function mergeMany(
  deps: GitDeps,
  where: MergePlace,
  pairs: readonly Pair[],
): Promise<(string | null)[]> {
  if (pairs.length === 0) return [];
  const input = pairs.map(({ ours, theirs }) => `${ours} ${theirs}\n`).join("");
  const printed = await git(deps, { ...where, args: ["merge-tree", "--stdin", ...options], input });
  const answers: (string | null)[] = [];
  const words = printed.split("\0");
  for (let at = 0; at < words.length - 1; at += 1) {
    answers.push(words[at] === "1" ? oid.parse(words[at + 1]) : null);
    at = words.indexOf("", at + 1); // each answer ends with an empty field
  }
  return answers;
}

export interface NewCommit {
  tree: string;
  parents: readonly string[];
  message: string;
  author: CommitAuthorship;
}

/** Creates a commit and returns its id. The same tree, parents, message, author and time give the same commit. */
export async function commitTree(deps: GitDeps, where: MergePlace, commit: NewCommit): Promise<string> {
  const parents = commit.parents.flatMap((parent) => ["-p", parent]);
  const printed = await git(deps, {
    ...where,
    args: ["commit-tree", ...parents, commit.tree],
    input: commit.message.replaceAll("\0", ""), // git refuses a message with NUL
    author: commit.author,
  });
  return oid.parse(printed.trim());
}

export async function treeOf(deps: GitDeps, place: GitPlace, commit: string): Promise<string> {
  const args = ["rev-parse", "--verify", `${commit}^{tree}`];
  return oid.parse((await git(deps, { args, place })).trim());
}

function unique(files: readonly string[]): string[] {
  return [...new Set(files)].sort();
}
