// Shows what a commission changed: its commit, or its worktree as it is now, against the commit it started at.
import type { CommissionDiff } from "../../contract/commission/diff.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Compared } from "../../rules/project/review.ts";
import { diffTrees, type TreeDiff } from "./diff-trees.ts";
import type { TreesDeps } from "../trees.ts";
import { lookLimitMs, withSides } from "./work-sides.ts";

export interface DiffWorkOrder {
  id: CommissionId;
  compared: Exclude<Compared, { what: "none" }>;
  /** Limits the diff to this file. */
  path: string | undefined;
}

export type WorkDiff = Omit<CommissionDiff, "id" | "branch" | "into">;

export async function diffWork(deps: TreesDeps, { id, compared, path }: DiffWorkOrder): Promise<WorkDiff> {
  if (compared.what === "nothing")
    return { ...empty, base: compared.tree.base, earlier: false, tip: compared.tip };
  return withSides(deps, { id, compared, limitMs: lookLimitMs }, async (timed, sides) => ({
    ...(await diffTrees(timed, { ...sides, path })),
    base: sides.base,
    earlier: sides.earlier,
    tip: sides.tip,
  }));
}

const empty: TreeDiff = { files: [], total: 0, additions: 0, deletions: 0 };
