// One simulated computer: its time, its files, its processes and who holds which lock. A world is one of these and the
// people around it.
import type { DiskFault } from "./disk-faults.ts";
import { createFileTree, cutPower, type FileTree, type Node } from "./file-tree.ts";
import type { Process } from "./processes.ts";
import { endProcess } from "./processes.ts";
import type { Random } from "./random.ts";
import { createScheduler, type Scheduler } from "./scheduler.ts";
import type { Trace } from "./trace.ts";

/** Something a process did to the files, told when it has happened. */
export interface FileAct {
  by: Process;
  did: "create" | "append" | "cut" | "remove" | "rename";
  path: string;
  /** Where it was renamed to. */
  to?: string;
}

/** Whoever looks on: the promises are checked from what they are told. */
export interface Onlooker {
  fileAct(act: FileAct): void;
  signalled(by: Process, whom: Process, signal: "SIGTERM" | "SIGKILL"): void;
  ended(process: Process, why: string): void;
}

export interface Machine {
  random: Random;
  trace: Trace;
  scheduler: Scheduler;
  tree: FileTree;
  fault: DiskFault | null;
  /** How often the disk has failed somebody. */
  refusals: number;
  processes: Map<number, Process>;
  locks: Map<Node, Process>;
  /** Which start of the computer this is. */
  boot: number;
  /** How many processes were ever started. */
  starts: number;
  onlooker: Onlooker;
  /** How much slower the disk is than usual. */
  slowness: number;
}

export function createMachine({
  random,
  trace,
  onlooker,
}: Pick<Machine, "random" | "trace" | "onlooker">): Machine {
  return {
    random,
    trace,
    onlooker,
    scheduler: createScheduler(trace),
    tree: createFileTree(),
    fault: null,
    refusals: 0,
    processes: new Map(),
    locks: new Map(),
    boot: 1,
    starts: 0,
    slowness: 1,
  };
}

/** Everything that runs is gone at one moment, and of the files what luck leaves. */
export function powerCut(machine: Machine): void {
  machine.trace.say("*** power cut");
  // One that dies may just have started another.
  for (let left = machine.processes; left.size > 0;)
    for (const process of left.values()) endProcess(machine, process, "power cut");
  cutPower(machine.tree, machine.random);
  machine.boot += 1;
}
