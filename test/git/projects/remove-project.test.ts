// A project is removed: its worktree goes where nothing would be lost with it, and its branches stay.
import { expect, test } from "bun:test";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { applyRemove, planRemove } from "../../../src/git/projects/remove-project.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { gitIn, treesDeps, writeFiles } from "../../harness/git/repositories.ts";
import { add, livedIn, name } from "./lived-in.ts";

test("removing takes the worktree and the view away, and leaves the branches", async () => {
  const path = livedIn();
  const before = fingerprint(path);
  const deps = treesDeps();
  await add(deps, { path });
  gitIn(path, "branch", "claude/commission/x");
  const plan = await planRemove(deps, { name, integration: "claude/main" });
  expect(plan).toMatchObject({ branches: ["claude/commission/x", "claude/main"], stays: [] });
  await applyRemove(deps, plan);
  expect(readdirSync(deps.home.projects)).toEqual([]);
  expect(readdirSync(deps.home.repositories)).toEqual([]);
  expect(readdirSync(join(path, ".git/worktrees"))).toEqual([]);
  expect(gitIn(path, "branch", "--list", "claude/*")).toBe("  claude/commission/x\n  claude/main");
  expectUnchanged(path, before);
});

const kept: [string, (worktree: string) => void, string][] = [
  ["a changed file", (worktree) => writeFiles(worktree, { "a.txt": "edited\n" }), "a.txt"],
  ["a new file", (worktree) => writeFiles(worktree, { "new.txt": "new\n" }), "new.txt"],
  ["an ignored file", (worktree) => writeFiles(worktree, { "x.log": "log\n" }), "x.log"],
  [
    "a staged file that was deleted after",
    (worktree) => {
      writeFiles(worktree, { "new.txt": "new\n" });
      gitIn(worktree, "add", "new.txt");
      rmSync(join(worktree, "new.txt"));
    },
    "new.txt",
  ],
];

test.each(kept)("a worktree with %s stays, and says why", async (_, change, file) => {
  const deps = treesDeps();
  const { worktree } = await add(deps, { path: livedIn() });
  change(worktree);
  const plan = await planRemove(deps, { name, integration: "claude/main" });
  expect(plan.worktree).toBeNull();
  expect(plan.stays).toEqual([{ path: worktree, why: `it holds files that are in no commit: ${file}` }]);
  await applyRemove(deps, plan);
  expect(existsSync(join(worktree, ".git"))).toBe(true);
});

test("a worktree that is behind its branch, and one whose files are gone, can be removed", async () => {
  const path = livedIn();
  const deps = treesDeps();
  const { worktree } = await add(deps, { path });
  gitIn(path, "update-ref", "refs/heads/claude/main", "main~1");
  for (const file of ["a.txt", "c.txt"]) rmSync(join(worktree, file));
  await applyRemove(deps, await planRemove(deps, { name, integration: "claude/main" }));
  expect(existsSync(worktree)).toBe(false);
});

test("a project whose repository is gone can be removed; what cannot be judged stays", async () => {
  const path = livedIn();
  const deps = treesDeps();
  const { worktree } = await add(deps, { path });
  rmSync(path, { recursive: true });
  const plan = await planRemove(deps, { name, integration: "claude/main" });
  expect(plan.stays[0]).toMatchObject({
    path: worktree,
    why: expect.stringContaining("git cannot read it"),
  });
  await applyRemove(deps, plan);
  expect(existsSync(worktree)).toBe(true);
  expect(readdirSync(deps.home.repositories)).toEqual([]);
});
