// A project and a home for tests of merging, with all that survives a killed hall: the repository, the home's
// files and the running workbenches.
import { cpSync, mkdirSync } from "node:fs";
import { type HallConfig, hallConfig } from "../src/contract/home/config.ts";
import { type HomeLayout, homeLayout } from "../src/contract/home/home-layout.ts";
import { type CommissionId, projectName } from "../src/contract/home/ids.ts";
import { prepareHome, stampHome } from "../src/hall/wiring/home.ts";
import { createMarks } from "../src/git/merge/marks.ts";
import { applyAdd } from "../src/git/projects/add-project.ts";
import { planAdd } from "../src/git/projects/plan-add.ts";
import type { TreesDeps } from "../src/git/trees.ts";
import { type Clock, systemClock } from "../src/host/clock.ts";
import { systemDisk } from "../src/host/files/disk.ts";
import { plainEnvironment } from "../src/host/program.ts";
import { makeRepository } from "../test/harness/git/repositories.ts";
import { projectFiles } from "./landing-work.ts";
import type { Life } from "./life.ts";
import type { Lots } from "./lots.ts";

export const project = projectName.parse("acme");
export const integration = "claude/main";

export interface BenchAtWork {
  bench: number;
  life: Life;
  /** Asks the workbench to stop. */
  stop: AbortController;
  isOver: boolean;
  ended: Promise<void>;
}

export interface LandingWorld {
  root: string;
  checkout: string;
  home: HomeLayout;
  lots: Lots;
  /** True for the control, in which merges are not checked. */
  unchecked: boolean;
  /** The clock of the halls. */
  clock: Clock;
  /** The current configuration; tests change its slots. */
  config: HallConfig;
  benches: Map<CommissionId, BenchAtWork>;
  /** Git's object id of each worker's latest mark. */
  marks: Map<CommissionId, string>;
  /** Tells the current hall that a journal has grown. */
  nudge: { send(id: CommissionId): void };
  /** Cached results: whether a commit passes a command. */
  passes: Map<string, boolean>;
  counts: Record<string, number>;
  /** Errors that halls have logged. */
  faults: string[];
}

export const searchPath = plainEnvironment()["PATH"] ?? "";
export function makeTemplate(root: string): void {
  makeRepository(projectFiles, `${root}/checkout`);
}

export interface WorldOrder {
  template: string;
  root: string;
  lots: Lots;
  unchecked: boolean;
  slots: number;
  /** The project's own checks. */
  checks: readonly string[];
  /** The clock of the halls. */
  clock: Clock;
}

export async function openLandingWorld(order: WorldOrder): Promise<LandingWorld> {
  const { template, root, lots, unchecked, slots, checks, clock } = order;
  cpSync(template, root, { recursive: true });
  const checkout = `${root}/checkout`;
  const home = homeLayout(`${root}/home`);
  mkdirSync(home.root);
  await prepareHome(systemDisk, home);
  await stampHome(systemDisk, home);
  const config = hallConfig.parse({
    slots,
    projects: { [project]: { path: checkout, branch: "main", checks } },
  });
  const world: LandingWorld = {
    root,
    checkout,
    home,
    lots,
    unchecked,
    clock,
    config,
    benches: new Map(),
    marks: new Map(),
    nudge: { send: () => undefined },
    passes: new Map(),
    counts: {},
    faults: [],
  };
  const deps = gitOf(world);
  await applyAdd(deps, await planAdd(deps, { name: project, path: checkout }));
  return world;
}

export function gitOf({ home, config }: LandingWorld, life?: Life): TreesDeps {
  return {
    home,
    searchPath,
    disk: life?.disk ?? systemDisk,
    clock: systemClock,
    log: { warn: () => undefined },
    projects: () => config.projects,
    marks: createMarks({ home, disk: life?.disk ?? systemDisk, async *earlier() {} }),
    ...(life && { signal: life.signal }),
  };
}

export function count({ counts }: Pick<LandingWorld, "counts">, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}
