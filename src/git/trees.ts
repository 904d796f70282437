// Bundles the operations that the hall carries out on projects' repositories for commissions, as one `Trees` object.
import type { HallConfig } from "../contract/home/config.ts";
import type { HomeLayout } from "../contract/home/home-layout.ts";
import type { Disk } from "../host/files/disk.ts";
import type { Log } from "../host/log.ts";
import type { Trees } from "../rules/project/trees.ts";
import { findCandidate } from "./merge/candidate.ts";
import { closeWorktree } from "./worktree/close-worktree.ts";
import { commitWork } from "./merge/commit-work.ts";
import { diffCarried } from "./review/diff-carried.ts";
import { hasDocument } from "./repository/document.ts";
import { findInstructions } from "./instructions/read-words.ts";
import { findMarked, markCommit } from "./merge/marked-work.ts";
import type { CommitMarks } from "./merge/marks.ts";
import { merge, prepareMerge } from "./merge/merge.ts";
import { otherSide } from "./merge/other-side.ts";
import { noteRecord } from "./merge/record-note.ts";
import { prepareUndo } from "./merge/undo.ts";
import { planTree } from "./merge/plan-tree.ts";
import type { GitDeps } from "./repository/run.ts";
import { createTurns } from "./repository/turns.ts";

export interface TreesDeps extends GitDeps {
  home: HomeLayout;
  disk: Disk;
  log: Pick<Log, "warn">;
  /** Returns the projects of the current configuration. */
  projects(): HallConfig["projects"];
  marks: CommitMarks;
}

export function createTrees(deps: TreesDeps): Trees {
  return {
    plan: (order) => planTree(deps, order),
    instructions: (project) => findInstructions(deps, project),
    commit: (order) => commitWork(deps, order),
    prepareMerge: (order) => prepareMerge(deps, order),
    merge: (tree, move) => merge(deps, tree, move),
    candidate: (order) => findCandidate(deps, order),
    otherSide: (order) => otherSide(deps, order),
    prepareUndo: (order) => prepareUndo(deps, order),
    note: (order) => noteRecord(deps, order),
    close: (order) => closeWorktree(deps, order),
    inTurn: createTurns(),
    hasDocument: (project, path) => hasDocument(deps, project, path),
    mark: (order) => markCommit(deps, order),
    marked: (order) => findMarked(deps, order),
    carried: (conflict) => diffCarried(deps, conflict),
  };
}
