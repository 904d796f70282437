// Holds what is started to a memory and a number of processes: by a control group where the machine lets us have one,
// else by watching, and by what the sandbox can do about processes.
import type { Limits } from "../../contract/commission/limits.ts";
import {
  type Cgroup,
  enterCgroup,
  openCgroup,
  type OwnGroup,
  readHere,
} from "../../host/processes/cgroups.ts";
import { type ChildOrder, type PipedChild, spawnPiped } from "../../host/processes/children.ts";
import { treeMemory } from "../../host/processes/process-tree.ts";
import { whileStopped } from "../../host/processes/stop-tree.ts";

export interface Enclosure {
  /** Starts what is to be held. */
  spawn(order: ChildOrder): PipedChild;
  /** Starts something more, that is held together with it. */
  spawnBeside(order: ChildOrder): PipedChild;
  /** The processes that were started, and have not ended. */
  pids(): number[];
  memory(): { bytes: number; refused: boolean } | null;
  /** None of them does anything until the task is done. */
  still<T>(task: () => Promise<T>): Promise<T>;
  /** The kernel counts the processes; false: the sandbox has to. */
  countsProcesses: boolean;
  /** Ends whoever is left of it. */
  close(): Promise<void>;
}

const megabyte = 1024 * 1024;

export function enclose({ memoryMb, processes }: Pick<Limits, "memoryMb" | "processes">): Enclosure {
  const wanted = { memoryBytes: memoryMb ? memoryMb * megabyte : null, processes: processes ?? null };
  const isWanted = wanted.memoryBytes !== null || wanted.processes !== null;
  const group = isWanted ? openCgroup({ ...wanted, here: readHere() }) : "there is no limit";
  return typeof group === "string" ? watchOnly() : encloseIn(group);
}

/** Holds this very process to a memory. Where no control group can be had, it is not held. */
export function encloseSelf(memoryMb: number): OwnGroup {
  const own = enterCgroup({ memoryBytes: memoryMb * megabyte, processes: null, here: readHere() });
  return typeof own === "string" ? { leave: () => undefined } : own;
}

function encloseIn(group: Cgroup): Enclosure {
  const { start, pids } = keepTrack((order) => group.within(() => spawnPiped(order)));
  return {
    spawn: start,
    spawnBeside: start,
    pids,
    memory: () => group.memory(),
    still: (task) => whileStopped(pids(), task),
    countsProcesses: true,
    close: () => group.close(),
  };
}

function watchOnly(): Enclosure {
  const { start, pids } = keepTrack(spawnPiped);
  return {
    spawn: start,
    spawnBeside: start,
    pids,
    memory: () => {
      const started = pids();
      return started.length === 0 ? null : { bytes: sum(started.map(treeMemory)), refused: false };
    },
    still: (task) => whileStopped(pids(), task),
    countsProcesses: false,
    close: async () => undefined,
  };
}

function keepTrack(spawn: (order: ChildOrder) => PipedChild): Pick<Enclosure, "pids"> & {
  start: Enclosure["spawn"];
} {
  const running = new Set<number>();
  return {
    start: (order) => {
      const child = spawn(order);
      const { pid } = child;
      if (pid !== undefined) running.add(pid);
      child.once("exit", () => void (pid !== undefined && running.delete(pid)));
      return child;
    },
    pids: () => [...running],
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
