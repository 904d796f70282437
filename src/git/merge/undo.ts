// Reverts a merged commit: makes the commit that takes its changes back, on the tip of the integration branch, in git
// trees alone. Moves no branch.
import type { StandingWork } from "../../contract/commission/landing.ts";
import type { PreparedUndo, UndoOrder } from "../../rules/project/trees.ts";
import { authorOf, hallAuthor } from "../repository/author.ts";
import { viewPlace } from "../repository/places.ts";
import { isAncestor, isCommit, parentsOf } from "../repository/refs.ts";
import { git, type GitPlace } from "../repository/run.ts";
import type { TreesDeps } from "../trees.ts";
import { integrationTip } from "./candidate.ts";
import { logFields, parseCommission } from "./commit-trailers.ts";
import { commitTree, mergeTrees, treeOf } from "./merge-trees.ts";

const mostStanding = 20;
/** The most conflicting paths whose later commits are looked up, so that the command line of git is not too long. */
const mostPaths = 200;

export async function prepareUndo(deps: TreesDeps, order: UndoOrder): Promise<PreparedUndo> {
  const place = viewPlace(deps.home, order.tree.project);
  const expected = await integrationTip(deps, place, order.tree);
  const parent = await parentOn(deps, place, { order, expected });
  if (typeof parent === "object") return parent;
  const merged = await mergeTrees(
    deps,
    { place },
    { ours: expected, theirs: await reverse(deps, place, { commit: order.commit, parent }) },
  );
  if (!merged.clean)
    return {
      kind: "conflict",
      files: merged.files,
      standing: await standingOn(deps, place, { from: order.commit, to: expected, files: merged.files }),
    };
  if (merged.tree === (await treeOf(deps, place, expected)))
    return gone(`Nothing of commit ${order.commit.slice(0, 12)} is left on "${order.tree.into}" to undo.`);
  const { message } = order;
  const parts = { tree: merged.tree, parents: [expected], message, author: authorOf(order) };
  return { kind: "ready", expected, commit: await commitTree(deps, { place }, parts), tree: merged.tree };
}

function gone(why: string): PreparedUndo & { kind: "gone" } {
  return { kind: "gone", why };
}

/** Returns the commit's only parent, or why the commit cannot be reverted. */
async function parentOn(
  deps: TreesDeps,
  place: GitPlace,
  { order, expected }: { order: UndoOrder; expected: string },
): Promise<string | (PreparedUndo & { kind: "gone" })> {
  const { commit, tree } = order;
  const short = commit.slice(0, 12);
  if (
    !(await isCommit(deps, place, commit)) ||
    !(await isAncestor(deps, place, { old: commit, of: expected }))
  )
    return gone(`Commit ${short} is not on "${tree.into}" any more.`);
  const [parent, ...others] = await parentsOf(deps, place, commit);
  if (parent === undefined || others.length > 0)
    return gone(`Commit ${short} is no commit with one parent, so the hall cannot undo it.`);
  return parent;
}

/**
 * Makes a commit on top of the given one that has its parent's files. Git 2.38 cannot be told which base to merge from;
 * merging this commit has the given one as the base, and so takes its changes back.
 */
function reverse(
  deps: TreesDeps,
  place: GitPlace,
  { commit, parent }: { commit: string; parent: string },
): Promise<string> {
  return treeOf(deps, place, parent).then((tree) =>
    commitTree(
      deps,
      { place },
      { tree, parents: [commit], message: "Reverse\n", author: hallAuthor("1970-01-01T00:00:00Z") },
    ),
  );
}

/** Lists the commits since the given one that changed one of these files, newest first. */
async function standingOn(
  deps: TreesDeps,
  place: GitPlace,
  { from, to, files }: { from: string; to: string; files: readonly string[] },
): Promise<StandingWork[]> {
  const format = `--format=%H%n%s%n${logFields.commission}`;
  const range = [`--max-count=${mostStanding}`, "--full-history", "--no-merges", `${from}..${to}`];
  const args = ["log", "-z", format, ...range, "--", ...files.slice(0, mostPaths)];
  const printed = (await git(deps, { args, place })).split("\0").filter((entry) => entry.trim() !== "");
  return printed.map((entry) => {
    const [commit = "", subject = "", commission = ""] = entry.split("\n");
    return { commit, subject, commission: parseCommission(commission) };
  });
}
