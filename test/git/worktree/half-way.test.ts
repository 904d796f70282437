// A worktree that is half made or half closed when its work is taken: what is missing there was deleted by nobody. A
// branch that said so would have the next attempt begin without these files.
import { describe, expect, test } from "bun:test";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { makeView } from "../../../src/git/repository/view.ts";
import { ensureEntry } from "../../../src/git/worktree/worktree-entry.ts";
import { fileAt, openTestProject, tipOf } from "../project.ts";
import {
  below,
  close,
  commit,
  make,
  planWork,
  record,
  startWork,
  type TestWork,
  write,
} from "../worktree.ts";

const files = { ".gitignore": "*.log\n", "a.txt": "a\n", "b.txt": "b\n", "dir/c.txt": "c\n" };
const open = () => openTestProject(files);
const nothing = { tip: null, notes: [] };

/** As of work that failed: its record is worth no branch of its own. */
const commitFailed = (work: TestWork) =>
  commit(work, { document: { path: record(work.id), text: "# Failed\n" } });

async function expectNothingLeft(work: TestWork): Promise<void> {
  expect(await close(work, { tip: null })).toMatchObject({ branch: null, notes: [] });
  expect(() => tipOf(work.project, work.tree.branch)).toThrow();
  expect([existsSync(work.place.workTree), existsSync(work.place.gitDir)]).toEqual([false, false]);
  expect(await commitFailed(work)).toEqual(nothing);
}

describe("a worktree whose making was cut short", () => {
  const cuts: [string, (work: TestWork) => void][] = [
    ["before anything was made", () => undefined],
    [
      "before git's entry was there",
      ({ place }) => {
        mkdirSync(place.workTree, { recursive: true });
        writeFileSync(`${place.workTree}/.git`, `gitdir: ${place.gitDir}\n`);
      },
    ],
  ];
  test.each(cuts)("%s has no work in it", async (_when, cut) => {
    const work = await planWork(await open());
    cut(work);
    expect(await commitFailed(work)).toEqual(nothing);
    await expectNothingLeft(work);
  });

  test("in its check-out has no work in it", async () => {
    const work = await startWork(await open());
    for (const name of ["index", "guild-hall-made.json"]) rmSync(`${work.place.gitDir}/${name}`);
    rmSync(`${work.place.workTree}/a.txt`);
    expect(await commitFailed(work)).toEqual(nothing);
    await expectNothingLeft(work);
  });

  test("when git had forgotten it keeps the files that were there", async () => {
    const work = await startWork(await open());
    write(work, { "a.txt": "worked on\n" });
    rmSync(work.place.gitDir, { recursive: true });
    await make(work);
    // A kill between its head and its index, as the next workbench finds it.
    for (const name of ["index", "guild-hall-made.json"]) rmSync(`${work.place.gitDir}/${name}`);
    await make(work);
    expect(readFileSync(`${work.place.workTree}/a.txt`, "utf8")).toBe("worked on\n");
  });

  test("when git had forgotten it, and its finish was cut short, has all of its work on its branch", async () => {
    const work = await startWork(await open());
    write(work, { "a.txt": "worked on\n" });
    rmSync(work.place.gitDir, { recursive: true });
    await ensureEntry(work.place, work.tree); // as far as the first try came
    const { tip } = await commitFailed(work);
    expect(fileAt(work.project, tip ?? "", "a.txt")).toBe("worked on");
  });
});

test("a worktree whose closing was cut short has changed nothing, if it had not before", async () => {
  const work = await startWork(await open());
  write(work, { "left.log": "left" });
  expect(await commitFailed(work)).toEqual(nothing);
  const { trash } = work.project.deps.home;
  rmSync(trash, { recursive: true, force: true });
  writeFileSync(trash, "in the way");
  await expect(close(work, { tip: null })).rejects.toThrow();
  rmSync(trash);
  rmSync(`${work.place.workTree}/a.txt`, { force: true }); // gone by now, or next
  expect(await commitFailed(work)).toEqual(nothing);
  await expectNothingLeft(work);
  expect(below(trash)).toContainEqual(expect.stringMatching(/files.left\.log$/));
});

test("a repository that was moved away is not made again in its old place", async () => {
  const work = await startWork(await open());
  const { checkout } = work.project;
  write(work, { "a.txt": "worked on\n" });
  renameSync(checkout, `${checkout}-moved`);
  await expect(commitFailed(work)).rejects.toThrow();
  await expect(ensureEntry(work.place, work.tree)).rejects.toThrow();
  await expect(
    makeView(work.project.deps.disk, { ...work.tree, view: work.place.view, kept: new Map() }),
  ).rejects.toThrow();
  expect(existsSync(checkout)).toBe(false);
  renameSync(`${checkout}-moved`, checkout);
  expect((await commitFailed(work)).tip).toEqual(expect.any(String));
});
