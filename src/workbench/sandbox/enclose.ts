// Starts programs and limits their memory and their number of processes, by a control group if the machine
// provides one. Otherwise the memory is only measured, and the sandbox has to limit the processes.
import type { Limits } from "../../contract/commission/limits.ts";
import {
  type Cgroup,
  enterCgroup,
  openCgroup,
  outsideOwnGroup,
  type OwnGroup,
  readHere,
} from "../../host/processes/cgroups.ts";
import { type ChildOrder, type PipedChild, spawnPiped } from "../../host/processes/children.ts";
import { treeMemory } from "../../host/processes/process-tree.ts";
import { whileStopped } from "../../host/processes/stop-tree.ts";

export interface Enclosure {
  /** Starts the main program. */
  spawn(order: ChildOrder): PipedChild;
  /** Starts another program that shares the limits. */
  spawnBeside(order: ChildOrder): PipedChild;
  /** Returns the started processes that have not ended. */
  pids(): number[];
  memory(): { bytes: number; refused: boolean } | null;
  /** Suspends the started processes until the task is done. */
  still<T>(task: () => Promise<T>): Promise<T>;
  /** True if the kernel limits the processes; otherwise the sandbox has to. */
  countsProcesses: boolean;
  /** Removes the control group, if there is one, and kills the processes that are still in it. */
  close(): Promise<void>;
}

const megabyte = 1024 * 1024;

export function enclose({ memoryMb, processes }: Pick<Limits, "memoryMb" | "processes">): Enclosure {
  const wanted = { memoryBytes: memoryMb ? memoryMb * megabyte : null, processes: processes ?? null };
  const isWanted = wanted.memoryBytes !== null || wanted.processes !== null;
  const group = isWanted ? openCgroup({ ...wanted, here: readHere() }) : "there is no limit";
  return typeof group === "string" ? watchOnly() : encloseIn(group);
}

/** Limits the memory of this process itself, if the machine provides control groups. */
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
  const { start, pids } = keepTrack((order) => outsideOwnGroup(() => spawnPiped(order)));
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
