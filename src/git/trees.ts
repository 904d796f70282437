// Everything that is done to the repositories of projects on the way of a commission, as one face.
import type { HallConfig } from "../contract/config.ts";
import type { HomeLayout } from "../contract/home-layout.ts";
import type { Disk } from "../host/disk.ts";
import type { Log } from "../host/log.ts";
import type { Trees } from "../rules/trees.ts";
import { findCandidate } from "./candidate.ts";
import { closeWorktree } from "./close-worktree.ts";
import { commitWork } from "./commit-work.ts";
import { diffCarried } from "./diff-carried.ts";
import { hasDocument } from "./document.ts";
import { findMarked, markCommit } from "./marked-work.ts";
import type { Marks } from "./marks.ts";
import { merge, prepareMerge } from "./merge.ts";
import { otherSide } from "./other-side.ts";
import { planTree } from "./plan-tree.ts";
import type { GitDeps } from "./run.ts";
import { createTurns } from "./turns.ts";

export interface TreesDeps extends GitDeps {
  home: HomeLayout;
  disk: Disk;
  log: Pick<Log, "warn">;
  /** As the config in force has them now. */
  projects(): HallConfig["projects"];
  marks: Marks;
}

export function createTrees(deps: TreesDeps): Trees {
  return {
    plan: (order) => planTree(deps, order),
    commit: (order) => commitWork(deps, order),
    prepareMerge: (order) => prepareMerge(deps, order),
    merge: (tree, move) => merge(deps, tree, move),
    candidate: (order) => findCandidate(deps, order),
    otherSide: (order) => otherSide(deps, order),
    close: (order) => closeWorktree(deps, order),
    inTurn: createTurns(),
    hasDocument: (project, path) => hasDocument(deps, project, path),
    mark: (order) => markCommit(deps, order),
    marked: (order) => findMarked(deps, order),
    carried: (conflict) => diffCarried(deps, conflict),
  };
}
