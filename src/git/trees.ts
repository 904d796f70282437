// Everything that is done to the repositories of projects on the way of a commission, as one face.
import type { HallConfig } from "../contract/config.ts";
import type { HomeLayout } from "../contract/home-layout.ts";
import type { Disk } from "../host/disk.ts";
import type { Trees } from "../rules/trees.ts";
import type { GitDeps } from "./run.ts";

export interface TreesDeps extends GitDeps {
  home: HomeLayout;
  disk: Disk;
  /** As the config in force has them now. */
  projects(): HallConfig["projects"];
}

const unbuilt = () => Promise.reject(new Error("unbuilt"));

export function createTrees(_deps: TreesDeps): Trees {
  return {
    plan: unbuilt,
    commit: unbuilt,
    prepareMerge: unbuilt,
    merge: unbuilt,
    close: unbuilt,
    inTurn: (_project, task) => task(),
    hasDocument: unbuilt,
  };
}
