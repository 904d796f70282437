// Which branch of a commission is still in the repository.
import { expect, test } from "bun:test";
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import type { BranchState, TreeOutcome } from "../../../src/contract/project/tree.ts";
import { findBranchThere } from "../../../src/rules/project/branch-there.ts";
import { keptAt, someTree } from "../../harness/ledger/checked.ts";

const { branch: name, into } = someTree;
const worktree = "/home/worktree";
type Told = Pick<CommissionDetail, "branch" | "tree">;

function told(state: BranchState, outcome: Partial<TreeOutcome> | null, there: string | null = null): Told {
  const became = outcome && {
    ...keptAt("b".repeat(40)),
    state: state === "open" ? "kept" : state,
    ...outcome,
  };
  return {
    branch: { name, into, state, commit: null },
    tree: { ...someTree, worktree: there, outcome: became },
  };
}

const keptWorktree = true;

test.each<[string, Told, string | null]>([
  ["without a repository", { branch: null, tree: null }, null],
  ["at work", told("open", null, worktree), name],
  ["kept", told("kept", {}), name],
  ["in conflict", told("conflict", {}), name],
  ["in conflict, with a worktree that was closed since", told("conflict", { keptWorktree }), name],
  ["merged", told("merged", { branch: null }), null],
  ["merged, with its worktree", told("merged", { keptWorktree }, worktree), name],
  ["merged, with a worktree that was closed since", told("merged", { keptWorktree }), null],
  ["unchanged", told("unchanged", { branch: null }), null],
  ["unchanged, as older releases noted it", told("unchanged", null), null],
])("%s", (_what, commission, expected) => {
  expect(findBranchThere(commission)).toBe(expected);
});
