// A worktree whose making was cut short, and which is given up then: nobody has worked there, and nothing is left of it.
import { expect, test } from "bun:test";
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { gitFileText, headText } from "../../../src/git/repository/prove-isolation.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { openTestProject } from "../project.ts";
import { close, commit, make, planWork, record, startWork, type TestWork, write } from "../worktree.ts";

const keep = ({ id }: TestWork) => ({
  ignoredToo: true,
  document: { path: record(id), text: "# Cancelled\n" },
});

/** As far as the making has come, file by file. */
function begin({ place, project, tree }: TestWork, steps: number): void {
  gitIn(project.checkout, "branch", tree.branch, tree.base);
  const entry: [string, string][] = [
    ["gitdir", `${place.workTree}/.git\n`],
    ["commondir", "../..\n"],
    ["HEAD", headText(tree.branch)],
  ];
  mkdirSync(place.workTree, { recursive: true });
  writeFileSync(`${place.workTree}/.git`, gitFileText(place.gitDir));
  if (steps > 0) mkdirSync(`${place.gitDir}/info`, { recursive: true });
  for (const [name, text] of entry.slice(0, Math.max(0, steps - 1)))
    writeFileSync(`${place.gitDir}/${name}`, text);
  if (steps > entry.length + 1) writeFileSync(`${place.workTree}/a.txt`, "a\n");
}

test.each([0, 1, 2, 3, 4, 5])("cut short after step %d, it is made all the same", async (steps) => {
  const work = await planWork(await openTestProject());
  begin(work, steps);
  if (steps === 0) renameSync(`${work.place.workTree}/.git`, `${work.place.workTree}/..git.1-1.draft`);
  await make(work);
  expect(gitIn(work.place.workTree, "status", "--porcelain")).toBe("");
  expect(readdirSync(work.place.workTree).toSorted()).toEqual([".git", "a.txt", "b.txt", "dir"]);
});

test.each([0, 1, 2, 3, 4, 5])("cut short after step %d, it has changed nothing", async (steps) => {
  const work = await planWork(await openTestProject());
  begin(work, steps);
  expect(await commit(work, keep(work))).toEqual({ tip: null, notes: [] });
  expect(await close(work, { tip: null })).toEqual({ branch: null, trashed: null, notes: [] });
  expect(existsSync(work.place.workTree)).toBe(false);
  expect(readdirSync(`${work.project.checkout}/.git/worktrees`)).toEqual(["guild-hall-acme"]);
});

test("where git's entry was taken away from work that had begun, the work is taken all the same", async () => {
  const work = await startWork(await openTestProject());
  write(work, { "new.txt": "made by the worker\n" });
  rmSync(work.place.gitDir, { recursive: true });
  const { tip } = await commit(work, keep(work));
  expect(gitIn(work.project.checkout, "show", `${tip}:new.txt`)).toBe("made by the worker");
  expect(gitIn(work.project.checkout, "diff", "--name-status", work.tree.base, tip ?? "")).toBe(
    `A\t${record(work.id)}\nA\tnew.txt`,
  );
});

test("a draft of packed refs that a killed git has left is in nobody's way", async () => {
  const work = await startWork(await openTestProject());
  const { checkout } = work.project;
  gitIn(checkout, "pack-refs", "--all");
  const draft = `${checkout}/.git/packed-refs.new`;
  writeFileSync(draft, "");
  expect(() => gitIn(checkout, "pack-refs", "--all")).toThrow("packed-refs.new");
  writeFileSync(`${checkout}/.git/packed-refs.lock`, "");
  await expect(close(work, { tip: null })).rejects.toThrow();
  expect(existsSync(draft)).toBe(true);
  rmSync(`${checkout}/.git/packed-refs.lock`);
  expect(await close(work, { tip: null })).toEqual({ branch: null, trashed: null, notes: [] });
  gitIn(checkout, "pack-refs", "--all");
});
