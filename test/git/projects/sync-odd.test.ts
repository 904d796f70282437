// Sync where a branch, the history or a checkout is not as usual.
import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { commitFiles, gitIn, makeRepository, treesDeps } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";
import { adopt, commitOn, integration, openTestProject, push, sync, work } from "../project.ts";

afterEach(removeTempDirs);

const start = { "a.txt": "a\n", "b.txt": "b\n" };

describe("the person's branch", () => {
  test("may be one that was fetched", async () => {
    const upstream = makeRepository(start);
    const clone = join(tempDir(), "clone");
    gitIn(upstream, "clone", "-q", upstream, clone);
    const project = await adopt({ checkout: clone, deps: treesDeps(), branch: "origin/main" });
    const pushed = commitFiles(upstream, { "b.txt": "pushed\n" });
    expect((await sync(project)).kind).toBe("nothing");
    gitIn(clone, "fetch", "-q");
    expect((await sync(project)).into.after).toBe(pushed);
  });

  test("is the local one where both have the name", async () => {
    const project = await openTestProject(start);
    const other = commitOn(project.checkout, "main", { "b.txt": "remote\n" });
    gitIn(project.checkout, "update-ref", "refs/remotes/main", other);
    const local = push(project, { "b.txt": "local\n" });
    expect((await sync(project)).into.after).toBe(local);
  });

  test("is named where it is gone", async () => {
    const project = await openTestProject(start);
    gitIn(project.checkout, "branch", "-q", "-m", "main", "trunk");
    await expect(sync(project)).rejects.toThrow('The branch "main" of project "acme" is not there');
  });
});

test("histories without a common beginning are not merged", async () => {
  const project = await openTestProject(start);
  work(project, { "w.txt": "w\n" });
  const tree = gitIn(project.checkout, "rev-parse", "main^{tree}");
  const orphan = gitIn(project.checkout, "commit-tree", tree, "-m", "from nowhere");
  gitIn(project.checkout, "update-ref", "refs/heads/main", orphan);
  await expect(sync(project)).rejects.toThrow("no commit in common");
});

test("a shallow clone that ends too early says so", async () => {
  const upstream = makeRepository(start);
  const clone = join(tempDir(), "clone");
  gitIn(upstream, "clone", "-q", "--depth=1", `file://${upstream}`, clone);
  const project = await adopt({ checkout: clone, deps: treesDeps(), branch: "origin/main" });
  work(project, { "w.txt": "w\n" });
  commitFiles(upstream, { "b.txt": "1\n" });
  commitFiles(upstream, { "b.txt": "2\n" });
  gitIn(clone, "fetch", "-q", "--depth=1", "origin", "+main:refs/remotes/origin/main");
  await expect(sync(project)).rejects.toThrow("shallow clone");
  expect((await sync(project).catch((error: Error) => error.message)) as string).toContain("--unshallow");
});

test("edits in the integration worktree stay, and the report says that it is behind", async () => {
  const project = await openTestProject(start);
  const file = join(project.place.workTree, "b.txt");
  writeFileSync(file, "mine\n");
  push(project, { "b.txt": "pushed\n" });
  const { notes, moved } = await sync(project);
  expect([moved, readFileSync(file, "utf8")]).toEqual([true, "mine\n"]);
  expect(notes).toEqual([expect.stringContaining(project.place.workTree)]);
  gitIn(project.place.workTree, "checkout", "-q", "--", "b.txt");
  expect(await sync(project)).toMatchObject({ kind: "nothing", notes: [] });
  expect(readFileSync(file, "utf8")).toBe("pushed\n");
});

test("a branch that the person has checked out does not move under them", async () => {
  const project = await openTestProject(start);
  push(project, { "b.txt": "pushed\n" });
  gitIn(project.checkout, "checkout", "-q", "--ignore-other-worktrees", integration);
  await expect(sync(project)).rejects.toThrow(project.checkout);
  expect((await sync(project, true)).kind).toBe("fast-forward");
});
