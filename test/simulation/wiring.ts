// How the hall and its workbenches are put on the simulated machine. A control takes a guard out here, never in src/,
// and the promises must notice.
import type { DispatchDeps } from "../../src/hall/dispatch/deps.ts";
import type { LandingDeps } from "../../src/hall/landing/deps.ts";
import type { Disk } from "../../src/host/files/disk.ts";
import type { FileSystem } from "../../src/host/files/file-system.ts";
import type { Locks } from "../../src/host/processes/locks.ts";
import type { FakeTreesDeps } from "../fakes/trees.ts";
import type { Bench } from "../../src/workbench/bench/bench.ts";
import type { HandOver } from "../../src/workbench/words/hand-over.ts";
import type { Machine } from "./machine/machine.ts";
import type { Process } from "./machine/processes.ts";

export type TalkBench = Pick<Bench, "commission" | "record" | "known">;

export interface Wiring {
  files(files: FileSystem): FileSystem;
  disk(disk: Disk, machine: Machine): Disk;
  locks(locks: Locks): Locks;
  trees(deps: FakeTreesDeps): FakeTreesDeps;
  dispatch(deps: DispatchDeps, machine: Machine): DispatchDeps;
  landing(deps: LandingDeps): LandingDeps;
  handOver(handOver: HandOver): HandOver;
  talkBench(bench: TalkBench): TalkBench;
  /** Whether a workbench that resumes a session looks into its file. */
  looksIntoSessions: boolean;
  /** Whether a hall that opens looks for what the last one left. */
  recovers: boolean;
  /** Told when a hall has died. */
  hallEnded(machine: Machine, hall: Process): void;
}

export const asBuilt: Wiring = {
  files: (files) => files,
  disk: (disk) => disk,
  locks: (locks) => locks,
  trees: (deps) => deps,
  dispatch: (deps) => deps,
  landing: (deps) => deps,
  handOver: (handOver) => handOver,
  talkBench: (bench) => bench,
  looksIntoSessions: true,
  recovers: true,
  hallEnded: () => undefined,
};
