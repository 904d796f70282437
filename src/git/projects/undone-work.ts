// Tells whether the person's branch took the hall's undos along, or only the work before them. A squash from before an
// undo contains the undo's files too: they only lack what was undone.
import type { Footprint } from "../../rules/project/sync-plan.ts";
import { logFields, parseCommission } from "../merge/commit-trailers.ts";
import { commitTree, mergeMany, type MergePlace, mergeTrees } from "../merge/merge-trees.ts";
import { hallAuthor } from "../repository/author.ts";
import { git, type GitDeps } from "../repository/run.ts";

export interface Undo {
  commit: string;
  /** The commit before it, which still has the undone work. */
  before: string;
}

/**
 * Returns the undos on the integration branch since the base, newest first. A forged trailer does no harm: with it,
 * fewer commits of the person's branch are taken as proof.
 */
export async function listUndos(
  deps: GitDeps,
  { place }: MergePlace,
  { base, tip }: { base: string; tip: string },
): Promise<Undo[]> {
  const only = ["--first-parent", "--ancestry-path", "--basic-regexp", "--grep=^Undoes:"];
  const args = ["log", ...only, `--format=%H%x09%P%x09${logFields.undoes}`, `${base}..${tip}`];
  return (await git(deps, { args, place })).split("\n").flatMap((line) => {
    const [commit = "", parents = "", undoes = ""] = line.split("\t");
    const [before = "", ...others] = parents.split(" ");
    const isUndo = before !== "" && others.length === 0 && parseCommission(undoes) !== null;
    // If the base itself has the undone work, a comparison with the base shows the undo as a change.
    return isUndo && before !== base ? [{ commit, before }] : [];
  });
}

/** Returns the undos that a listed commit of the integration branch has in its history. Both lists are newest first. */
export function undosIn(
  undos: readonly Undo[],
  { commit, listed }: { commit: string; listed: readonly Footprint[] },
): Undo[] {
  const places = new Map(listed.map((each, at) => [each.commit, at]));
  const from = places.get(commit) ?? 0;
  return undos.filter((undo) => (places.get(undo.commit) ?? listed.length) >= from);
}

export interface Holding {
  /** The commits of the person's branch, newest first. */
  ours: readonly Footprint[];
  /** The ones among them that contain `theirs`. */
  holders: readonly Footprint[];
  /** The commit of the integration branch. */
  theirs: Footprint;
  /** The undos that are in it. */
  undos: readonly Undo[];
}

/** Returns whether a holder has the undos too, and no later commit of the person's has the undone work. */
export async function keepsUndos(
  deps: GitDeps,
  where: MergePlace,
  { ours, holders, theirs, undos }: Holding,
): Promise<boolean> {
  if (undos.length === 0 || holders.length === 0) return holders.length > 0;
  const befores = await Promise.all(undos.map(({ before }) => containing(deps, where, { ours, before })));
  for (const each of ours) {
    const isHolder = holders.includes(each);
    if (!isHolder && !befores.some((found) => found.has(each))) continue;
    const kept = await Promise.all(undos.map((undo) => isKept(deps, where, { each, theirs, undo })));
    if (kept.some((isIn, at) => !isIn && befores[at]?.has(each))) return false;
    if (isHolder && !kept.includes(false)) return true;
  }
  return false;
}

/** Returns the commits that contain the work as it was before the undo. */
async function containing(
  deps: GitDeps,
  where: MergePlace,
  { ours, before }: { ours: readonly Footprint[]; before: string },
): Promise<Set<Footprint>> {
  const pairs = ours.map(({ commit }) => ({ ours: commit, theirs: before }));
  const trees = await mergeMany(deps, where, pairs);
  return new Set(ours.filter(({ tree }, at) => trees[at] === tree));
}

/** Returns whether the person's commit has all that changed from before the undo to `theirs`. */
async function isKept(
  deps: GitDeps,
  where: MergePlace,
  { each, theirs, undo }: { each: Footprint; theirs: Footprint; undo: Undo },
): Promise<boolean> {
  // Git 2.38 cannot be told which base to merge from: a commit with the person's files on that base has it.
  const words = { message: "Here\n", author: hallAuthor("1970-01-01T00:00:00Z") };
  const ours = await commitTree(deps, where, { tree: each.tree, parents: [undo.before], ...words });
  const merged = await mergeTrees(deps, where, { ours, theirs: theirs.commit });
  return merged.clean && merged.tree === each.tree;
}
