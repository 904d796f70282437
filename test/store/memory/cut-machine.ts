// A memory on the simulated machine: each call to the kernel is a step, and power or process can go before any of them.
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { createDisk } from "../../../src/host/files/disk.ts";
import type { PlainFiles, Seen } from "../../../src/host/files/plain-files.ts";
import type { MemoryDeps } from "../../../src/store/memory/scope-log.ts";
import { clockFor } from "../../simulation/machine/clock.ts";
import { filesFor, type Seat } from "../../simulation/machine/files.ts";
import { find, makeDirectory, type Node, syncDirectory } from "../../simulation/machine/file-tree.ts";
import { locksFor } from "../../simulation/machine/locks.ts";
import { createMachine, type Machine } from "../../simulation/machine/machine.ts";
import { endProcess, startProcess } from "../../simulation/machine/processes.ts";
import { createRandom } from "../../simulation/machine/random.ts";
import { createTrace } from "../../simulation/machine/trace.ts";

export function bootMachine(seed: number): Machine {
  const onlooker = { fileAct: () => undefined, signalled: () => undefined, ended: () => undefined };
  const machine = createMachine({ random: createRandom(seed), trace: createTrace(), onlooker });
  makeDirectory(machine.tree, "/home");
  syncDirectory(machine.tree, machine.tree.root);
  return machine;
}

export function kill(machine: Machine): void {
  for (const process of machine.processes.values()) endProcess(machine, process, "killed");
}

/** A new process at the machine. */
export function sitDown(machine: Machine): MemoryDeps {
  const process = startProcess(machine, { name: "writer", bench: null, deaf: false });
  const seat: Seat = { machine, process };
  return {
    home: homeLayout("/home"),
    disk: createDisk(filesFor(seat)),
    files: plainFilesFor(seat),
    locks: locksFor(seat),
    clock: clockFor(seat),
    warn: () => undefined,
  };
}

/** Runs what was begun to its end. */
export function finish<T>(machine: Machine, begun: Promise<T>): T {
  const outcome: ({ value: T } | { error: unknown })[] = [];
  begun.then(
    (value) => outcome.push({ value }),
    (error: unknown) => outcome.push({ error }),
  );
  while (outcome.length === 0 && machine.scheduler.step());
  const [ended] = outcome;
  if (!ended) throw new Error("It never came to an end.");
  if ("error" in ended) throw ended.error;
  return ended.value;
}

const numbers = new WeakMap<Node, number>();
let nodes = 0;

function numberOf(node: Node): number {
  const known = numbers.get(node) ?? (nodes += 1);
  numbers.set(node, known);
  return known;
}

function plainFilesFor(seat: Seat): PlainFiles {
  const { tree } = seat.machine;
  const seen = (node: Node): Seen =>
    node.kind === "directory"
      ? { kind: "other" }
      : { kind: "file", bytes: node.seen.length, stamp: `${numberOf(node)}-${node.seen.length}` };
  return {
    scan: (path) => {
      const directory = find(tree, path);
      if (directory?.kind !== "directory") return new Map();
      return new Map([...directory.seen].map(([name, node]) => [name, seen(node)]));
    },
    look: (path) => {
      const node = find(tree, path);
      return node && seen(node);
    },
    read: async (path) =>
      find(tree, path)?.kind === "file"
        ? filesFor(seat)
            .readFrom(path, 0)
            .catch(() => undefined)
        : undefined,
  };
}
