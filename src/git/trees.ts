// Everything that is done to the repositories of projects on the way of a commission, as one face.
import type { HallConfig } from "../contract/config.ts";
import type { HomeLayout } from "../contract/home-layout.ts";
import type { Disk } from "../host/disk.ts";
import type { Log } from "../host/log.ts";
import type { Trees } from "../rules/trees.ts";
import { hasDocument } from "./document.ts";
import { merge, prepareMerge } from "./merge.ts";
import type { GitDeps } from "./run.ts";
import { createTurns } from "./turns.ts";

export interface TreesDeps extends GitDeps {
  home: HomeLayout;
  disk: Disk;
  log: Pick<Log, "warn">;
  /** As the config in force has them now. */
  projects(): HallConfig["projects"];
}

const unbuilt = () => Promise.reject(new Error("unbuilt"));

export function createTrees(deps: TreesDeps): Trees {
  return {
    plan: unbuilt,
    commit: unbuilt,
    prepareMerge: (order) => prepareMerge(deps, order),
    merge: (tree, move) => merge(deps, tree, move),
    close: unbuilt,
    inTurn: createTurns(),
    hasDocument: (project, path) => hasDocument(deps, project, path),
  };
}
