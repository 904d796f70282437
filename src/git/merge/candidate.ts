// Computes the tree that results from merging finished work into the integration branch. Moves no branch.
import { Fault } from "../../contract/api/problem.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { MergeCandidate } from "../../rules/checks/landing.ts";
import { hallAuthor } from "../repository/author.ts";
import { commitTree, mergeTrees } from "./merge-trees.ts";
import { viewPlace } from "../repository/places.ts";
import type { WorktreeDeps } from "../repository/prove-isolation.ts";
import { findBranch } from "../repository/refs.ts";
import type { GitPlace } from "../repository/run.ts";

export interface CandidateOrder {
  tree: TreePlan;
  /** The finished work, as a git tree. */
  work: string;
}

type Found = Exclude<MergeCandidate, { kind: "unknown" }> & { expected: string };

export async function findCandidate(deps: WorktreeDeps, { tree, work }: CandidateOrder): Promise<Found> {
  const place = viewPlace(deps.home, tree.project);
  const expected = await integrationTip(deps, place, tree);
  if (expected === tree.base) return { kind: "ready", expected, tree: work };
  const theirs = await commitOf(deps, place, { tree: work, base: tree.base });
  const merged = await mergeTrees(deps, { place }, { ours: expected, theirs });
  return merged.clean ? { kind: "ready", expected, tree: merged.tree } : { kind: "conflict", expected };
}

/**
 * Wraps a tree in a commit, because git merges only commits. No ref points to the commit, and the same tree and base
 * always give the same commit.
 */
export function commitOf(
  deps: WorktreeDeps,
  place: GitPlace,
  { tree, base }: { tree: string; base: string },
): Promise<string> {
  const author = hallAuthor("1970-01-01T00:00:00Z");
  return commitTree(deps, { place }, { tree, parents: [base], message: "Finished work\n", author });
}

export async function integrationTip(
  deps: WorktreeDeps,
  place: GitPlace,
  { into, project }: Pick<TreePlan, "into" | "project">,
): Promise<string> {
  const tip = await findBranch(deps, place, into);
  if (tip !== undefined) return tip;
  throw new Fault(
    "project",
    `The integration branch "${into}" of project "${project}" is not there any more.`,
  );
}
