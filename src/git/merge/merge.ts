// Merges a commission's work into the integration branch: makes one commit on the branch's tip, then moves the branch
// to that commit.
import type { TreePlan } from "../../contract/project/tree.ts";
import type { MergeOrder, Trees } from "../../rules/project/trees.ts";
import { authorOf } from "../repository/author.ts";
import { bringAlongIfPossible } from "./bring-along.ts";
import { integrationTip } from "./candidate.ts";
import { mustBeOurs } from "../repository/checked-out.ts";
import { commitTree, mergeTrees, treeOf } from "./merge-trees.ts";
import { moveBranch } from "./move-branch.ts";
import { integrationPlace, viewPlace } from "../repository/places.ts";
import { isAncestor, isCommit } from "../repository/refs.ts";
import { git, type GitPlace } from "../repository/run.ts";
import type { TreesDeps } from "../trees.ts";

type Prepared = Awaited<ReturnType<Trees["prepareMerge"]>>;
type Move = Parameters<Trees["merge"]>[1];

/** The most commits that `findMerged` examines because their messages name the commission. */
const maxNamesakes = 5;

export async function prepareMerge(deps: TreesDeps, order: MergeOrder): Promise<Prepared> {
  const place = viewPlace(deps.home, order.tree.project);
  const expected = await integrationTip(deps, place, order.tree);
  const earlier = await findMerged(deps, place, { ...order, into: expected });
  if (earlier !== undefined) return { kind: "merged", commit: earlier };
  const merged = await mergeTrees(deps, { place }, { ours: expected, theirs: order.tip });
  if (!merged.clean) return { kind: "conflict", files: merged.files };
  const commit = await commitTree(
    deps,
    { place },
    {
      tree: merged.tree,
      parents: [expected],
      message: withTrailer(order),
      author: authorOf(order),
    },
  );
  return { kind: "ready", expected, commit, tree: merged.tree };
}

export async function merge(deps: TreesDeps, tree: TreePlan, move: Move): Promise<"done" | "moved"> {
  const place = viewPlace(deps.home, tree.project);
  const now = await integrationTip(deps, place, tree);
  const outcome = (await isIn(deps, place, { move, now })) ? "done" : await swap(deps, tree, move);
  if (outcome === "done") await bringAlongIfPossible(deps, { ...tree, branch: tree.into });
  return outcome;
}

async function swap(deps: TreesDeps, tree: TreePlan, move: Move): Promise<"done" | "moved"> {
  const { project, repository, into } = tree;
  const place = viewPlace(deps.home, project);
  const own = integrationPlace(deps.home, tree).gitDir;
  await mustBeOurs({ repository, branch: into, own });
  const order = { ...move, branch: into, reason: "guild-hall: merge" };
  try {
    return await moveBranch(deps, { place, repository }, order);
  } catch (error) {
    if (await isCommit(deps, place, move.commit)) throw error;
    return "moved"; // no ref held the planned commit and git pruned it: the caller must plan again
  }
}

async function isIn(
  deps: TreesDeps,
  place: GitPlace,
  { move, now }: { move: Move; now: string },
): Promise<boolean> {
  if (now === move.commit) return true;
  // The tip is still the planned commit's parent, so it cannot contain that commit.
  if (now === move.expected || !(await isCommit(deps, place, move.commit))) return false;
  return isAncestor(deps, place, { old: move.commit, of: now });
}

/**
 * Returns the commit through which the branch already has this work; `undefined` if there is none. It is the
 * work's own tip, or a commit whose message names the commission. Anyone can write such a message, so the
 * commit must also contain all of the work.
 */
async function findMerged(
  deps: TreesDeps,
  place: GitPlace,
  { id, tree, tip, into }: MergeOrder & { into: string },
): Promise<string | undefined> {
  if (await isAncestor(deps, place, { old: tip, of: into })) return tip;
  const args = ["log", "--format=%H", "-F", `--grep=${trailer(id)}`];
  const printed = await git(deps, {
    args: [...args, `--max-count=${maxNamesakes}`, `${tree.base}..${into}`],
    place,
  });
  for (const commit of printed.split("\n").filter((line) => line !== "")) {
    const merged = await mergeTrees(deps, { place }, { ours: commit, theirs: tip });
    if (merged.clean && merged.tree === (await treeOf(deps, place, commit))) return commit;
  }
  return undefined;
}

function trailer(id: string): string {
  return `Commission: ${id}`;
}

function withTrailer({ id, message }: MergeOrder): string {
  const text = message.trimEnd();
  return text.split("\n").includes(trailer(id)) ? `${text}\n` : `${text}\n\n${trailer(id)}\n`;
}
