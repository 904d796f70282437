// Directories of any size: read in pieces, and gone through without holding up whoever else waits for this process.
import { describe, expect, test } from "bun:test";
import { mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { directoriesIn, entriesIn, holdDirectory } from "../../src/host/files/entries.ts";
import { walkInside } from "../../src/host/files/walk-inside.ts";
import { diskMeter } from "../../src/host/files/disk-use.ts";
import { tempDir } from "../harness/temp.ts";
import { longTest } from "../harness/long.ts";

const many = 20_000;

function fill(): string {
  const place = tempDir();
  for (let n = 0; n < many; n += 1) writeFileSync(`${place}/a-name-of-some-length-${n}`, "");
  return place;
}

async function namesOf(place: string): Promise<{ names: string[]; pieces: number }> {
  const directory = await holdDirectory(place);
  const names: string[] = [];
  let pieces = 0;
  if (directory)
    for await (const entries of entriesIn(directory)) {
      pieces += 1;
      names.push(...entries.map(({ name }) => name.toString()));
    }
  await directory?.handle?.close();
  return { names, pieces };
}

/** How many turns of the event loop others get while the task runs. */
async function turnsDuring(task: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const take = () => {
    turns += 1;
    if (!isOver) setImmediate(take);
  };
  setImmediate(take);
  await task();
  isOver = true;
  return turns;
}

describe("a directory with many files", () => {
  test("is read in pieces, each name once", async () => {
    const place = fill();
    const { names, pieces } = await namesOf(place);
    expect(names.toSorted()).toEqual(readdirSync(place).toSorted());
    expect(pieces).toBeGreaterThan(10);
  });

  test("can be emptied while it is read", async () => {
    const place = fill();
    await walkInside(place, { into: () => true, visit: ({ at }) => rmSync(at) });
    expect(readdirSync(place)).toEqual([]);
  });

  test("leaves others their turns while it is walked, measured and emptied", async () => {
    const place = fill();
    const naive = async () => readdirSync(place).forEach((name) => writeFileSync(`${place}/${name}`, ""));
    expect(await turnsDuring(naive)).toBeLessThan(3); // the control
    const walk = () => walkInside(place, { into: () => true, visit: ({ at }) => writeFileSync(at, "") });
    expect(await turnsDuring(walk)).toBeGreaterThan(10);
    const measure = () => diskMeter.used(place, Infinity);
    expect(await turnsDuring(measure)).toBeGreaterThan(3);
    const empty = () => walkInside(place, { into: () => true, visit: ({ at }) => rmSync(at) });
    expect(await turnsDuring(empty)).toBeGreaterThan(10);
  });
});

test("one that is not there has nothing in it, and one that was removed meanwhile neither", async () => {
  expect(await namesOf(`${tempDir()}/none`)).toMatchObject({ names: [] });
  const gone = tempDir();
  const directory = await holdDirectory(gone);
  rmSync(gone, { recursive: true });
  if (!directory) throw new Error("It was there.");
  if (directory.handle) for await (const entries of entriesIn(directory)) expect(entries).toEqual([]);
  await directory.handle?.close();
});

test("the directories in one are told from files and links", async () => {
  const place = tempDir();
  for (const name of ["a", "b"]) mkdirSync(`${place}/${name}`);
  writeFileSync(`${place}/file`, "");
  expect((await directoriesIn(place)).toSorted()).toEqual(["a", "b"]);
});

longTest.skipIf(process.platform !== "linux")(
  "a tree that is deeper than there are descriptors takes few of them",
  async () => {
    const place = tempDir();
    const levels = 1500; // as deep as a path can say
    mkdirSync(`${place}/${"d/".repeat(levels)}`, { recursive: true });
    const held: number[] = [];
    const into = () => held.push(readdirSync("/proc/self/fd").length) > 0;
    await walkInside(place, { into, visit: () => undefined });
    expect(held.length).toBeLessThan(levels / 2);
    expect((held.at(-1) ?? 0) - (held[0] ?? 0)).toBeWithin(held.length - 20, 400);
    expect((await diskMeter.used(place, Infinity)).files).toBe(levels + 1);
  },
);
