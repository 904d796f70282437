// Reads work that could not be merged, for a new attempt on the current integration branch: the whole patch of the
// work, and how the integration branch has changed the conflicting files since the merge base.
import { Fault } from "../../contract/api/problem.ts";
import type { Conflict } from "../../rules/project/review.ts";
import type { EarlierWork } from "../../rules/project/trees.ts";
import { findParting } from "./diff-conflict.ts";
import { diffSome, diffTrees, mostFiles } from "./diff-trees.ts";
import { lookInTime, lookLimitMs, withRepository } from "./work-sides.ts";
import { findBranch } from "../repository/refs.ts";
import type { TreesDeps } from "../trees.ts";

/** Throws a fault with the code "gone" if the branch or its commits are no longer in the repository. */
export async function diffCarried(deps: TreesDeps, conflict: Conflict): Promise<EarlierWork> {
  const { tree, tip, paths } = conflict;
  return lookInTime({ deps, limitMs: lookLimitMs }, (timed) =>
    withRepository(timed, tree, async (place) => {
      const now = await findBranch(timed, place, tree.into);
      if (now === undefined) throw new Fault("gone", `The branch "${tree.into}" is not there any more.`);
      const from = await findParting(timed, place, { conflict, otherTip: now });
      const own = await diffTrees(timed, { place, from, to: tip, path: undefined });
      const some = new Set(paths.slice(0, mostFiles));
      const theirs = await diffSome(timed, { place, from, to: now, paths: some, isAlone: false });
      return { files: own.files, total: own.total, theirs };
    }),
  );
}
