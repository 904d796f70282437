// Holds what is started to a memory and a number of processes: by a control group where the machine lets us have one,
// else by watching, and by what the sandbox can do about processes.
import type { Limits } from "../contract/limits.ts";
import { type Cgroup, openCgroup, readHere } from "../host/cgroups.ts";
import { type ChildOrder, type PipedChild, spawnPiped } from "../host/children.ts";
import { treeMemory } from "../host/process-tree.ts";

export interface Enclosure {
  /** Starts what is to be held. */
  spawn(order: ChildOrder): PipedChild;
  /** Starts something more, that is held together with it. */
  spawnBeside(order: ChildOrder): PipedChild;
  /** The process that was started first of all. */
  pid(): number | null;
  memory(): { bytes: number; refused: boolean } | null;
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

function encloseIn(group: Cgroup): Enclosure {
  let pid: number | null = null;
  const start = (order: ChildOrder) => group.within(() => spawnPiped(order));
  return {
    spawn: (order) => {
      const child = start(order);
      pid = child.pid ?? null;
      return child;
    },
    spawnBeside: start,
    pid: () => pid,
    memory: () => group.memory(),
    countsProcesses: true,
    close: () => group.close(),
  };
}

function watchOnly(): Enclosure {
  let pid: number | null = null;
  const beside = new Set<number>();
  return {
    spawn: (order) => {
      const child = spawnPiped(order);
      pid = child.pid ?? null;
      return child;
    },
    spawnBeside: (order) => {
      const child = spawnPiped(order);
      const own = child.pid;
      if (own !== undefined) beside.add(own);
      child.once("exit", () => void (own !== undefined && beside.delete(own)));
      return child;
    },
    pid: () => pid,
    memory: () => (pid === null ? null : { bytes: sum([pid, ...beside].map(treeMemory)), refused: false }),
    countsProcesses: false,
    close: async () => undefined,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}
