// Declares what a hall is opened with: the parts of the machine, and its options.
import type { Handoff } from "../../contract/home/handoff.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { Clock } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Locks } from "../../host/processes/locks.ts";
import type { Log } from "../../host/log.ts";
import type { Machine } from "../../host/machine.ts";
import type { Processes } from "../../host/processes/processes.ts";
import type { WatchDirectory } from "../../host/files/watch.ts";
import type { SandboxProbe } from "../../workbench/sandbox/probe.ts";

export interface HallOptions {
  home: HomeLayout;
  port: number;
  handoff: Handoff;
  /** A directory that is copied into the work directory of every new commission without a repository. */
  sampleProject: string | null;
  /** Directories that are searched for worker packages besides the hall's own. */
  moreWorkers: readonly string[];
  version: string;
  /** How long a workbench may take to begin. */
  startWithinMs: number;
  /** Whether the hall keeps as many spare workbenches as its settings say; otherwise none. */
  keepsSpares: boolean;
}

export interface HallParts {
  clock: Clock;
  disk: Disk;
  locks: Locks;
  processes: Processes;
  log: Log;
  watch: WatchDirectory;
  machine: Machine;
  probe: SandboxProbe;
  /** The program that runs TypeScript files. */
  runtime: string;
  /** The workbench's main file. */
  workbench: string;
  pid: number;
  /** Asks this program to shut down cleanly. */
  askToEnd(): void;
}
