// Shows how each side has changed the files that could not be merged, since the merge base. The sides are the
// commission, and the integration branch as it is now.
import type { ChangedFile, CommissionConflict, ConflictFile } from "../../contract/commission/diff.ts";
import { Fault } from "../../contract/api/problem.ts";
import { oid } from "../../contract/project/tree.ts";
import type { Conflict } from "../../rules/project/review.ts";
import { diffSome, mostFiles } from "./diff-trees.ts";
import { findBranch, isCommit } from "../repository/refs.ts";
import { gitFault, type GitPlace, runGit } from "../repository/run.ts";
import type { TreesDeps } from "../trees.ts";
import { lookInTime, lookLimitMs, withRepository } from "./work-sides.ts";

export interface ConflictOrder {
  conflict: Conflict;
  /** Limits the answer to this file. */
  path: string | undefined;
}

export type WorkConflict = Omit<CommissionConflict, "id" | "branch" | "into">;

/** Throws a fault with the code "gone" if a branch or commit no longer exists. */
export async function diffConflict(
  deps: TreesDeps,
  { conflict, path }: ConflictOrder,
): Promise<WorkConflict> {
  const { tree, tip, paths: all } = conflict;
  const isAlone = path !== undefined;
  const listed = isAlone ? all.filter((each) => each === path) : all.slice(0, mostFiles);
  return lookInTime({ deps, limitMs: lookLimitMs }, (timed) =>
    withRepository(timed, tree, async (place) => {
      const otherTip = await findBranch(timed, place, tree.into);
      if (otherTip === undefined) throw new Fault("gone", `The branch "${tree.into}" is not there any more.`);
      const base = await findParting(timed, place, { conflict, otherTip });
      const some = { place, from: base, paths: new Set(listed), isAlone };
      const own = await diffSome(timed, { ...some, to: tip });
      const other = await diffSome(timed, { ...some, to: otherTip });
      const files = listed.map((each) => both(each, { own, other }));
      return { base, tip, otherTip, files, total: all.length };
    }),
  );
}

/**
 * Returns the merge base of the work and the integration branch. The work may have started at a later commit than that,
 * if it continued another commission's branch.
 */
export async function findParting(
  deps: TreesDeps,
  place: GitPlace,
  { conflict: { tree, tip }, otherTip }: { conflict: Conflict; otherTip: string },
): Promise<string> {
  if (!(await isCommit(deps, place, tip)))
    throw new Fault(
      "gone",
      `The commits of its work are not in the repository of "${tree.project}" any more.`,
    );
  const order = { args: ["merge-base", tip, otherTip], place };
  const found = await runGit(deps, order);
  if (found.code === 0) return oid.parse(found.stdout.trim());
  // Code 1 alone does not mean that there is none: git returns it for a history with missing commits, too.
  if (found.code !== 1 || /^error:/m.test(found.stderr)) throw gitFault(order, found);
  throw new Fault("gone", `Its branch and "${tree.into}" have no commit in common.`);
}

function both(path: string, sides: Record<"own" | "other", readonly ChangedFile[]>): ConflictFile {
  const find = (files: readonly ChangedFile[]) =>
    files.find((file) => file.path === path) ?? files.find(({ from }) => from === path) ?? null;
  return { path, own: find(sides.own), other: find(sides.other) };
}
