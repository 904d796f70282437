// Each way to write a file, cut off at each of its steps: by a power cut, which leaves what was synced and any part of
// the rest, and by a kill. It is as before or as after; and once it was answered, as after.
import { expect, test } from "bun:test";
import { createDisk, type Disk } from "../../src/host/files/disk.ts";
import { filesFor } from "./machine/files.ts";
import { type FileTree, find, makeDirectory, syncDirectory, textAt } from "./machine/file-tree.ts";
import { createMachine, type Machine, powerCut } from "./machine/machine.ts";
import { endProcess, type Process, startProcess } from "./machine/processes.ts";
import { createRandom } from "./machine/random.ts";
import { createTrace } from "./machine/trace.ts";

interface Way {
  before(disk: Disk): Promise<unknown>;
  act(disk: Disk): Promise<unknown>;
  look(tree: FileTree): string | undefined;
  states: [string | undefined, string | undefined];
}

const text = (tree: FileTree) => textAt(tree, "/d/f");
const whole = (tree: FileTree) => /^[\s\S]*\n/.exec(text(tree) ?? "")?.[0];

const ways: Readonly<Record<string, Way>> = {
  replace: {
    before: (disk) => disk.replace("/d/f", "old"),
    act: (disk) => disk.replace("/d/f", "new"),
    look: text,
    states: ["old", "new"],
  },
  "create new": {
    before: async () => undefined,
    act: (disk) => disk.createNew("/d/f", "new"),
    look: text,
    states: [undefined, "new"],
  },
  "append, up to the last newline,": {
    before: (disk) => disk.append({ path: "/d/f", text: "one\n", at: 0 }),
    act: (disk) => disk.append({ path: "/d/f", text: "two\n", at: 4 }),
    look: whole,
    states: ["one\n", "one\ntwo\n"],
  },
  "first append": {
    before: async () => undefined,
    act: (disk) => disk.append({ path: "/d/f", text: "one\n", at: 0 }),
    look: whole,
    states: [undefined, "one\n"],
  },
  "make a directory": {
    before: async () => undefined,
    act: (disk) => disk.makeDirectory("/d/inner"),
    look: (tree) => find(tree, "/d/inner")?.kind,
    states: [undefined, "directory"],
  },
  move: {
    before: (disk) => disk.replace("/d/f", "x"),
    act: (disk) => disk.move("/d/f", "/g"),
    look: (tree) => ["/d/f", "/g"].find((path) => textAt(tree, path) === "x"),
    states: ["/d/f", "/g"],
  },
};

test.each(Object.entries(ways))("%s is whole or not at all", (_name, way) => {
  const seen = new Set<string | undefined>();
  for (const strike of [powerCut, kill]) {
    for (let seed = 1; seed <= 25; seed += 1) {
      for (let steps = 0; ; steps += 1) {
        const { found, isAnswered } = strikeAfter(way, { seed, steps, strike });
        seen.add(found);
        expect(isAnswered ? [way.states[1]] : way.states).toContain(found);
        if (isAnswered) break;
      }
    }
  }
  expect(seen.size).toBe(2);
});

function kill(machine: Machine): void {
  for (const process of machine.processes.values()) endProcess(machine, process, "killed");
}

interface Crash {
  seed: number;
  /** How many steps are taken first. */
  steps: number;
  strike(machine: Machine): void;
}

function strikeAfter(
  way: Way,
  { seed, steps, strike }: Crash,
): { found: string | undefined; isAnswered: boolean } {
  const { machine, disk } = createSeat(seed);
  void way.before(disk);
  while (machine.scheduler.step());
  let isAnswered = false;
  void way.act(disk).then(() => (isAnswered = true));
  for (let n = 0; n < steps; n += 1) machine.scheduler.step();
  strike(machine);
  return { found: way.look(machine.tree), isAnswered };
}

function createSeat(seed: number): { machine: Machine; process: Process; disk: Disk } {
  const onlooker = { fileAct: () => undefined, signalled: () => undefined, ended: () => undefined };
  const machine = createMachine({ random: createRandom(seed), trace: createTrace(), onlooker });
  makeDirectory(machine.tree, "/d");
  syncDirectory(machine.tree, machine.tree.root);
  const process = startProcess(machine, { name: "writer", bench: null, deaf: false });
  return { machine, process, disk: createDisk(filesFor({ machine, process })) };
}

test("a move whose directory cannot be synced is taken back", () => {
  const { machine, process, disk } = createSeat(1);
  const files = filesFor({ machine, process });
  const failing = createDisk({
    ...files,
    open: async (path, flags, mode) => ({
      ...(await files.open(path, flags, mode)),
      sync: () => Promise.reject(new Error("EIO")),
    }),
  });
  void disk.replace("/d/f", "x");
  while (machine.scheduler.step());
  let refused = "";
  failing.move("/d/f", "/g").catch((error: Error) => (refused = error.message));
  while (machine.scheduler.step());
  expect([refused, textAt(machine.tree, "/d/f"), textAt(machine.tree, "/g")]).toEqual([
    "EIO",
    "x",
    undefined,
  ]);
});
