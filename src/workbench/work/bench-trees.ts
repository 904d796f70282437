// Implements a workbench's operations on its commission's worktree, such as making it and taking snapshots. The git
// processes that they start end with the workbench.
import type { HallConfig } from "../../contract/home/config.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { findCandidate } from "../../git/merge/candidate.ts";
import { carryOver } from "../../git/worktree/carry-over.ts";
import { layOut } from "../../git/snapshot/lay-out.ts";
import { findPaths } from "../../git/instructions/find-paths.ts";
import { layOutSkills } from "../../git/instructions/lay-out-skills.ts";
import { readWords } from "../../git/instructions/read-words.ts";
import { findMarkedHistory } from "../../git/merge/marked-work.ts";
import { createMarksReader } from "../../git/merge/marks.ts";
import { makeWorktree } from "../../git/worktree/make-worktree.ts";
import { treeOf } from "../../git/merge/merge-trees.ts";
import { viewPlace, worktreePlace } from "../../git/repository/places.ts";
import type { WorktreeDeps } from "../../git/repository/prove-isolation.ts";
import { markSetUp } from "../../git/worktree/set-up-mark.ts";
import { finishedSnapshot } from "../../git/snapshot/finished-snapshot.ts";
import { readCopied } from "../../git/worktree/worktree-records.ts";
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
    words: ({ signal, ...order }) => readWords({ ...deps, signal }, order),
    paths: ({ signal, ...order }) => findPaths({ ...deps, signal }, order),
    layOutSkills: ({ signal, ...order }) => layOutSkills({ ...deps, signal }, order),
    treeOf: ({ signal, project, commit }) =>
      treeOf({ ...deps, signal }, viewPlace(deps.home, project), commit),
  };
}
