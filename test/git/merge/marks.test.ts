// Marks of commits on disk: durable, found by the next hall, and counted also where their file is damaged.
import { afterEach, expect, test } from "bun:test";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { type HomeLayout, homeLayout, markPath } from "../../../src/contract/home/home-layout.ts";
import { projectName } from "../../../src/contract/home/ids.ts";
import type { CommitMark } from "../../../src/contract/project/marks.ts";
import { createMarks, createMarksReader } from "../../../src/git/merge/marks.ts";
import { systemDisk } from "../../../src/host/files/disk.ts";
import { marksIn } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";
import { numbered } from "../project.ts";

afterEach(removeTempDirs);

const named = (digit: string): CommitMark => ({
  version: 1,
  commit: digit.repeat(40),
  commission: numbered(1),
  project: projectName.parse("acme"),
  at: "2026-11-16T19:00:00.000Z",
  blobs: ["b".repeat(40)],
  cut: false,
  takenBy: null,
});

const commitsIn = async (home: HomeLayout) =>
  (await marksIn(home).open()).map(({ commit }) => commit).toSorted();

test("a mark is there for the next hall and for a workbench, once, until it is taken", async () => {
  const home = homeLayout(tempDir());
  const marks = marksIn(home);
  await marks.add(named("1"));
  await marks.add(named("2"));
  await marks.add({ ...named("1"), blobs: [] });
  expect(await commitsIn(home)).toEqual([named("1").commit, named("2").commit]);
  const reader = createMarksReader({ home, disk: systemDisk });
  expect((await reader.open()).map(({ blobs }) => blobs.length)).toEqual([1, 1]);
  const [first] = await marks.open();
  if (!first) throw new Error("There is no mark.");
  await marks.take([first], "c".repeat(40));
  for (const look of [marks, marksIn(home), reader]) expect(await look.open()).toHaveLength(1);
});

test("one flipped bit anywhere in a mark is named, and the commit still counts", async () => {
  const home = homeLayout(tempDir());
  await marksIn(home).add(named("1"));
  const path = markPath(home, named("1").commit);
  const whole = readFileSync(path);
  for (let at = 0; at < whole.length - 1; at += 1) {
    const damaged = Buffer.from(whole);
    damaged[at] = (damaged[at] ?? 0) ^ (1 << (at % 7));
    writeFileSync(path, damaged);
    const marks = marksIn(home);
    expect([at, (await marks.open()).map(({ commit }) => commit)]).toEqual([at, [named("1").commit]]);
    expect([at, marks.problems().length]).toEqual([at, 1]);
  }
  writeFileSync(path, whole);
  const sound = marksIn(home);
  await sound.open();
  expect(sound.problems()).toEqual([]);
});

test("a home of an earlier release gets marks from its ledgers, all of them or none", async () => {
  const home = homeLayout(tempDir());
  mkdirSync(home.root, { recursive: true });
  const failing = createMarks({
    home,
    disk: systemDisk,
    async *earlier() {
      yield named("1");
      throw new Error("The disk is full.");
    },
  });
  await expect(failing.open()).rejects.toThrow("full");
  expect(readdirSync(home.root)).not.toContain("marks");
  const marks = createMarks({
    home,
    disk: systemDisk,
    async *earlier() {
      yield named("1");
      yield named("2");
    },
  });
  expect(await marks.open()).toHaveLength(2);
  expect(await commitsIn(home)).toHaveLength(2);
});
