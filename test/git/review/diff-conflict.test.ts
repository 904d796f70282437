// What could not be merged, as both sides changed it, by real branches.
import { expect, test } from "bun:test";
import { rmSync, writeFileSync } from "node:fs";
import { diffConflict } from "../../../src/git/review/diff-conflict.ts";
import { prepareMerge } from "../../../src/git/merge/merge.ts";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";
import { openTestProject, type TestProject } from "../project.ts";
import { commit, startWork, type TestWork, write } from "../worktree.ts";
import { commitPeople } from "../../../src/rules/project/commit-people.ts";

const files = { "a.txt": "a\nb\nc\n", "b.txt": "b\n", "gone.txt": "gone\n", "same.txt": "same\n" };

/** Somebody else's work, which came first. */
function moveOn(project: TestProject, changed: Readonly<Record<string, string>>): string {
  const tip = commitFiles(project.checkout, changed);
  gitIn(project.checkout, "update-ref", "refs/heads/claude/main", tip);
  return tip;
}

async function conflicting(work: TestWork): Promise<{ tip: string; paths: string[] }> {
  const { project, id, tree } = work;
  const { tip } = await commit(work);
  const order = {
    id,
    tree,
    message: "Do it",
    people: commitPeople("implementer", null),
    at: "2026-03-01T12:00:00.000Z",
  };
  const prepared = await prepareMerge(project.deps, { ...order, tip: tip ?? "" });
  if (prepared.kind !== "conflict") throw new Error(prepared.kind);
  return { tip: tip ?? "", paths: prepared.files };
}

const look = (work: TestWork, found: { tip: string; paths: string[] }, path?: string) =>
  diffConflict(work.project.deps, { conflict: { tree: work.tree, ...found }, path });

test("each file in conflict is shown from both sides, and no other", async () => {
  const project = await openTestProject(files);
  const work = await startWork(project);
  write(work, { "a.txt": "a\nmine\nc\n", "b.txt": "mine alone\n" });
  rmSync(`${work.place.workTree}/gone.txt`);
  const otherTip = moveOn(project, { "a.txt": "a\ntheirs\nc\n", "gone.txt": "kept\n", "same.txt": "x\n" });
  const found = await conflicting(work);
  const seen = await look(work, found);
  expect(seen).toMatchObject({ base: work.tree.base, tip: found.tip, otherTip, total: 2 });
  expect(seen.files.map(({ path, own, other }) => [path, own?.change, other?.change])).toEqual([
    ["a.txt", "modified", "modified"],
    ["gone.txt", "deleted", "modified"],
  ]);
  expect(seen.files[0]?.own?.patch).toEndWith("\n-b\n+mine\n c\n");
  expect(seen.files[0]?.other?.patch).toEndWith("\n-b\n+theirs\n c\n");
  const alone = await look(work, found, "gone.txt");
  expect(alone.files).toEqual(seen.files.slice(1));
});

test("an attempt that went on from another's branch is compared with where that parted", async () => {
  const project = await openTestProject(files);
  const first = await startWork(project, { number: 1 });
  write(first, { "a.txt": "a\nmine\nc\n" });
  const { tip: startAt } = await commit(first);
  moveOn(project, { "a.txt": "a\ntheirs\nc\n" });
  const second = await startWork(project, { number: 2, startAt });
  write(second, { "b.txt": "more\n" });
  const seen = await look(second, await conflicting(second));
  expect(second.tree.base).toBe(startAt ?? "");
  expect(seen.base).toBe(first.tree.base);
  expect(seen.files.map(({ path, own }) => [path, own?.additions])).toEqual([["a.txt", 1]]);
});

test("what somebody has brought to the branch since is in conflict no more, and what is gone is said", async () => {
  const project = await openTestProject(files);
  const work = await startWork(project);
  write(work, { "a.txt": "a\nmine\nc\n" });
  moveOn(project, { "a.txt": "a\ntheirs\nc\n" });
  const found = await conflicting(work);
  gitIn(project.checkout, "update-ref", "refs/heads/claude/main", found.tip);
  const seen = await look(work, found);
  expect(seen.base).toBe(found.tip);
  expect(seen.files).toEqual([{ path: "a.txt", own: null, other: null }]);
  await expect(look(work, { ...found, tip: "1".repeat(40) })).rejects.toMatchObject({ code: "gone" });
  gitIn(project.checkout, "update-ref", "-d", "refs/heads/claude/main");
  await expect(look(work, found)).rejects.toMatchObject({ code: "gone" });
});

test("branches without a common commit are said to have none, and a damaged history is not taken for that", async () => {
  const project = await openTestProject(files);
  const work = await startWork(project);
  write(work, { "a.txt": "a\nmine\nc\n" });
  moveOn(project, { "a.txt": "a\ntheirs\nc\n" });
  const found = await conflicting(work);
  const otherTip = gitIn(project.checkout, "rev-parse", "claude/main");
  const apart = gitIn(project.checkout, "commit-tree", "-m", "Apart", "claude/main^{tree}");
  gitIn(project.checkout, "update-ref", "refs/heads/claude/main", apart);
  await expect(look(work, found)).rejects.toMatchObject({
    code: "gone",
    message: expect.stringContaining("have no commit in common"),
  });
  gitIn(project.checkout, "update-ref", "refs/heads/claude/main", otherTip);
  const { base } = work.tree;
  const commitFile = `${project.checkout}/.git/objects/${base.slice(0, 2)}/${base.slice(2)}`;
  const failed = { code: "git", message: expect.stringContaining('"git merge-base" failed') };
  rmSync(commitFile);
  await expect(look(work, found)).rejects.toMatchObject(failed);
  writeFileSync(commitFile, "damaged");
  await expect(look(work, found)).rejects.toMatchObject(failed);
});

test("of many files the first few have their patches, and each has it alone", async () => {
  const names = Array.from({ length: 20 }, (_, at) => `f${String(at).padStart(2, "0")}.txt`);
  const all = (text: string) => Object.fromEntries(names.map((name) => [name, `${text}\n`]));
  const project = await openTestProject(all("before"));
  const work = await startWork(project);
  write(work, all("mine"));
  moveOn(project, all("theirs"));
  const found = await conflicting(work);
  const seen = await look(work, found);
  expect(seen.files.map(({ path }) => path)).toEqual(names);
  expect(seen.files.filter(({ own }) => own?.patch).length).toBe(16);
  expect(seen.files[19]?.other?.why).toContain("ask for this file alone");
  const [alone] = (await look(work, found, "f19.txt")).files;
  expect(alone?.other?.patch).toEndWith("\n-before\n+theirs\n");
});
