// The worktree of a commission, as its workbench makes it, marks it and holds it fast. The git that it starts ends with
// it.
import { layOut } from "../git/lay-out.ts";
import { makeWorktree } from "../git/make-worktree.ts";
import type { WorktreeDeps } from "../git/prove-isolation.ts";
import { markSetUp } from "../git/set-up-mark.ts";
import { snapshotTree } from "../git/snapshot.ts";
import type { BenchTrees } from "./deps.ts";

export function createBenchTrees(deps: WorktreeDeps): BenchTrees {
  return {
    make: ({ signal, ...order }) => makeWorktree({ ...deps, signal }, order),
    markSetUp: ({ signal, ...order }) => markSetUp({ ...deps, signal }, order),
    layOut: ({ signal, ...order }) => layOut({ ...deps, signal }, order),
    snapshot: ({ signal, ...order }) => snapshotTree({ ...deps, signal }, order),
  };
}
