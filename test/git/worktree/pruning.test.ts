// A person's git takes away what is kept of worktrees that seem to be gone, and objects that nothing leads to: "git gc" does so by itself, at any moment.
import { afterEach, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findExecutable } from "../../../src/host/processes/children.ts";
import { gitIn, makeRepository, treesDeps } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";
import { snapshotTree } from "../../../src/git/snapshot/snapshot.ts";
import { adopt, fileAt, integration, openTestProject } from "../project.ts";
import { close, commit, startWork, write } from "../worktree.ts";

afterEach(removeTempDirs);

/** A git that prunes the repository before and after each of its calls, as one that works beside it may. */
function pruningGit(checkout: string): string {
  const path = process.env["PATH"] ?? "";
  const real = findExecutable("git", path) ?? "";
  const directory = join(tempDir(), "bin");
  mkdirSync(directory);
  const prune = `env -i PATH="$PATH" '${real}' -C '${checkout}' worktree prune --expire=3.months.ago`;
  writeFileSync(
    join(directory, "git"),
    `#!/bin/sh\n${prune}\n'${real}' "$@"\ncode=$?\n${prune}\nexit $code\n`,
  );
  chmodSync(join(directory, "git"), 0o755);
  return `${directory}:${path}`;
}

test("an integration worktree is made while somebody prunes worktrees", async () => {
  const checkout = makeRepository();
  const project = await adopt({ checkout, deps: { ...treesDeps(), searchPath: pruningGit(checkout) } });
  gitIn(checkout, "worktree", "prune", "--expire=now");
  expect(gitIn(project.place.workTree, "status", "--porcelain", "--branch")).toBe(`## ${integration}`);
  expect(existsSync(`${project.place.gitDir}/locked`)).toBeFalse();
});

test("what was checked is committed, whatever was swept out of the repository meanwhile", async () => {
  const work = await startWork(await openTestProject());
  const { checkout, deps } = work.project;
  write(work, { "new.txt": "checked" });
  const { tree } = await snapshotTree(deps, work);
  write(work, { "new.txt": "changed by a check" });
  gitIn(checkout, "pack-refs", "--all");
  gitIn(checkout, "reflog", "expire", "--all", "--expire=now");
  gitIn(checkout, "gc", "--quiet", "--prune=now");
  const { tip } = await commit(work, { snapshot: tree });
  expect(fileAt(work.project, tip ?? "", "new.txt")).toBe("checked");
  await close(work, { tip });
  expect(gitIn(checkout, "for-each-ref", "refs/guild-hall")).toBe("");
});
