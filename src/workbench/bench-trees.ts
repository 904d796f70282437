// The worktree of a commission, as its workbench makes it, marks it and holds it fast. The git that it starts ends with
// it.
import type { HallConfig } from "../contract/config.ts";
import type { HomeLayout } from "../contract/home-layout.ts";
import { findCandidate } from "../git/candidate.ts";
import { carryOver } from "../git/carry-over.ts";
import { layOut } from "../git/lay-out.ts";
import { findMarkedHistory } from "../git/marked-work.ts";
import { createMarksReader } from "../git/marks.ts";
import { makeWorktree } from "../git/make-worktree.ts";
import { treeOf } from "../git/merge-trees.ts";
import { viewPlace, worktreePlace } from "../git/places.ts";
import type { WorktreeDeps } from "../git/prove-isolation.ts";
import { markSetUp } from "../git/set-up-mark.ts";
import { finishedSnapshot } from "../git/finished-snapshot.ts";
import { readCopied } from "../git/worktree-records.ts";
import type { BenchTrees } from "./deps.ts";

export interface BenchTreesDeps extends WorktreeDeps {
  home: HomeLayout;
  projects(): HallConfig["projects"];
}

export function createBenchTrees(deps: BenchTreesDeps): BenchTrees {
  const marks = createMarksReader(deps);
  return {
    make: ({ signal, ...order }) => makeWorktree({ ...deps, signal }, order),
    markSetUp: ({ signal, ...order }) => markSetUp({ ...deps, signal }, order),
    copied: async ({ id, tree }) =>
      (await readCopied(deps.disk, worktreePlace(deps.home, id, tree).gitDir)) ?? {},
    layOut: ({ signal, ...order }) => layOut({ ...deps, signal }, order),
    snapshot: ({ signal, ...order }) => finishedSnapshot({ ...deps, signal }, order),
    carry: ({ signal, ...order }) => carryOver({ ...deps, signal }, order),
    candidate: ({ signal, ...order }) => findCandidate({ ...deps, signal }, order),
    marked: ({ signal, ...order }) => findMarkedHistory({ ...deps, marks, signal }, order),
    treeOf: ({ signal, project, commit }) =>
      treeOf({ ...deps, signal }, viewPlace(deps.home, project), commit),
  };
}
