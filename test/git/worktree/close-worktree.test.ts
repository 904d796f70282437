// What was made is one commit, and a worktree is closed without losing a file of it.
import { describe, expect, test } from "bun:test";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { leftoversLayout } from "../../../src/contract/home/home-layout.ts";
import { markSetUp } from "../../../src/git/worktree/set-up-mark.ts";
import { snapshotTree } from "../../../src/git/snapshot/snapshot.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { fileAt, openTestProject, tipOf } from "../project.ts";
import {
  below,
  close,
  commit,
  make,
  pathsIn,
  planWork,
  record,
  startWork,
  type TestWork,
  write,
} from "../worktree.ts";

const files = { ".gitignore": "*.log\ndist/\n.env\nnode_modules/\n", "a.txt": "a\n", "src/b.txt": "b\n" };
const base = Object.keys(files);
const open = () => openTestProject(files);

test("the work of a commission is one commit on its own branch, and nothing else of it is left", async () => {
  const project = await open();
  const before = fingerprint(project.checkout);
  const work = await startWork(project);
  write(work, { "a.txt": "changed\n", "new/file.txt": "new\n" });
  const { tree } = await snapshotTree(project.deps, work);
  const { tip, notes } = await commit(work, { snapshot: tree });
  expect(notes).toEqual([]);
  expect(gitIn(project.checkout, "log", "-1", "--format=%P %an <%ae> %cn %aI", tip ?? "")).toBe(
    `${work.tree.base} implementer (Guild Hall) <implementer@guild-hall.invalid> Guild Hall 2026-03-01T12:00:00+00:00`,
  );
  expect(pathsIn(work, tip ?? "").toSorted()).toEqual([...base, "new/file.txt", record(work.id)].toSorted());
  expect(fileAt(project, tip ?? "", record(work.id))).toBe("# Done");
  expect(await close(work, { tip })).toEqual({ branch: work.tree.branch, trashed: null, notes: [] });
  expectClosed(work);
  expect(tipOf(project, work.tree.branch)).toBe(tip ?? "");
  expectUnchanged(project.checkout, before);
});

function expectClosed({ place }: TestWork): void {
  expect(existsSync(place.workTree)).toBe(false);
  expect(existsSync(place.gitDir)).toBe(false);
}

describe("a commit", () => {
  test("holds what was checked, not what the checks left", async () => {
    const work = await startWork(await open());
    write(work, { "new.txt": "checked" });
    const { tree } = await snapshotTree(work.project.deps, work);
    write(work, { "new.txt": "changed by a check", "report.xml": "left by a check" });
    const { tip } = await commit(work, { snapshot: tree });
    expect(fileAt(work.project, tip ?? "", "new.txt")).toBe("checked");
    const { trashed } = await close(work, { tip });
    expect(below(`${trashed}/files`)).toEqual(["new.txt", "report.xml"]);
    expect(readFileSync(`${trashed}/files/new.txt`, "utf8")).toBe("changed by a check");
  });

  test("is the same when it is made again, also when the worktree is gone by then", async () => {
    const work = await startWork(await open());
    write(work, { "new.txt": "new" });
    const { tip } = await commit(work);
    expect((await commit(work)).tip).toBe(tip);
    await close(work, { tip });
    expect((await commit(work)).tip).toBe(tip);
    expect(tipOf(work.project, work.tree.branch)).toBe(tip ?? "");
  });

  test("is not made where nothing has changed and no record is asked for", async () => {
    const work = await startWork(await open());
    const document = { path: record(work.id), text: "# Failed\n" };
    expect(await commit(work, { document })).toEqual({ tip: null, notes: [] });
    expect(await close(work, { tip: null })).toEqual({ branch: null, trashed: null, notes: [] });
    expect(() => tipOf(work.project, work.tree.branch)).toThrow();
    expect(await commit(work, { document })).toMatchObject({ tip: null });
  });

  test("holds small ignored files where nobody will look again, and no copies and nothing of set-up", async () => {
    const project = await open();
    writeFiles(project.checkout, { ".env": "SECRET=1" });
    const work = await startWork(project, { copy: [".env"] });
    write(work, { "node_modules/x/index.js": "x", "node_modules/y": "y" });
    await markSetUp(project.deps, work);
    write(work, {
      "run.log": "log",
      "dist/out": "out",
      "big.log": "x".repeat(1024 * 1024),
      ".env": "SECRET=2",
      "node_modules/y": "touched",
    });
    const { tip } = await commit(work, { ignoredToo: true });
    expect(pathsIn(work, tip ?? "").toSorted()).toEqual(
      [...base, record(work.id), "run.log", "dist/out", "node_modules/y"].toSorted(),
    );
    const { trashed } = await close(work, { tip });
    expect(below(`${trashed}/files`)).toEqual([".env", "big.log"]);
  });

  test("has no copy and nothing of set-up where no session has begun, and nothing of it is lost", async () => {
    const project = await open();
    writeFiles(project.checkout, { ".env": "SECRET=1" });
    const work = await planWork(project);
    await expect(make(work, [".env", "missing.env"])).rejects.toMatchObject({ code: "copy" });
    write(work, { "run.log": "of a set-up that failed", "a.txt": "changed by it" });
    const document = { path: record(work.id), text: "# Failed\n" };
    expect(await commit(work, { hasBegun: false, ignoredToo: true, document })).toEqual({
      tip: null,
      notes: [],
    });
    const { branch, trashed } = await close(work, { tip: null });
    expect(branch).toBeNull();
    expect(() => tipOf(project, work.tree.branch)).toThrow();
    expect(below(`${trashed}/files`)).toEqual([".env", "a.txt", "run.log"]);
  });

  test("holds the snapshot where the worktree was deleted by hand", async () => {
    const work = await startWork(await open());
    write(work, { "new.txt": "new" });
    const { tree } = await snapshotTree(work.project.deps, work);
    rmSync(work.place.workTree, { recursive: true });
    const { tip, notes } = await commit(work, { snapshot: tree });
    expect(pathsIn(work, tip ?? "").toSorted()).toEqual([...base, "new.txt", record(work.id)].toSorted());
    expect(notes).toEqual([]);
    expect(await close(work, { tip })).toMatchObject({ branch: work.tree.branch, trashed: null });
    expectClosed(work);
  });

  test("is not made where the worktree was deleted by hand and nothing was held fast, and that is said", async () => {
    const work = await startWork(await open());
    rmSync(work.place.workTree, { recursive: true });
    const gone = `The worktree ${work.place.workTree} was gone before its work could be committed.`;
    expect(await commit(work)).toEqual({ tip: null, notes: [gone] });
  });

  test("is not made for a record alone", async () => {
    expect(await commit(await startWork(await open()))).toEqual({ tip: null, notes: [] });
  });

  test("is made where git's entry was taken away", async () => {
    const work = await startWork(await open());
    write(work, { "new.txt": "new" });
    rmSync(work.place.gitDir, { recursive: true });
    const { tip } = await commit(work);
    expect(pathsIn(work, tip ?? "")).toContain("new.txt");
    expect(await close(work, { tip })).toMatchObject({ trashed: null });
    expectClosed(work);
  });

  test("does not bury what somebody else has put on the branch", async () => {
    const work = await startWork(await open());
    write(work, { "new.txt": "new" });
    gitIn(work.place.workTree, "commit", "-q", "--allow-empty", "-m", "by the worker itself");
    const theirs = tipOf(work.project, work.tree.branch);
    const { tip, notes } = await commit(work);
    const aside = `${work.tree.branch}-found-${theirs.slice(0, 12)}`;
    expect(tipOf(work.project, aside)).toBe(theirs);
    expect(tipOf(work.project, `${tip}^`)).toBe(work.tree.base);
    expect(notes).toEqual([
      `The branch ${work.tree.branch} had commits that are not the hall's; the hall keeps them on the branch ${aside}.`,
    ]);
  });

  test("says so where its record has no place", async () => {
    const project = await openTestProject({ ".lore": "a file\n" });
    const work = await startWork(project);
    write(work, { "new.txt": "new" });
    const { tip, notes } = await commit(work);
    expect(fileAt(project, tip ?? "", ".lore")).toBe("a file");
    expect(notes.join()).toContain(`The record ${record(work.id)} is not in the commit`);
  });
});

describe("closing", () => {
  test("puts into the trash what is in no commit, with a note, and lets go what was brought along", async () => {
    const project = await open();
    writeFiles(project.checkout, { ".env": "SECRET=1", "other.env": "x" });
    const work = await startWork(project, { copy: [".env", "other.env"] });
    write(work, { "node_modules/x/index.js": "x", "node_modules/y": "y" });
    await markSetUp(project.deps, work);
    write(work, {
      "work.txt": "work",
      "node_modules/y": "touched",
      "run.log": "log",
      "other.env": "changed",
    });
    mkdirSync(`${work.place.workTree}/inner`);
    gitIn(`${work.place.workTree}/inner`, "init", "-q", "--template=");
    write(work, { "inner/x": "x" });
    symlinkSync("/etc/passwd", `${work.place.workTree}/dangling.log`);
    Bun.spawnSync(["mkfifo", `${work.place.workTree}/pipe`]);
    mkdirSync(`${work.place.workTree}/closed.log/deep`, { recursive: true });
    chmodSync(`${work.place.workTree}/closed.log`, 0o000);
    const { tip } = await commit(work);
    const { trashed } = await close(work, { tip });
    const { directory, note } = leftoversLayout(project.deps.home, work.id);
    expect(trashed).toBe(directory);
    const kept = below(`${directory}/files`);
    expect(kept).toContain("inner/.git/HEAD");
    expect(kept.filter((path) => !path.startsWith("inner"))).toEqual([
      "dangling.log",
      "node_modules",
      "node_modules/y",
      "other.env",
      "run.log",
    ]);
    expect(readFileSync(note, "utf8")).toContain(`# Files that commission ${work.id} left behind`);
    expect(readFileSync(note, "utf8")).toContain('- "files/node_modules/y"');
    expectClosed(work);
    expect(await close(work, { tip })).toMatchObject({ trashed: directory });
  });

  test("keeps a `.git` that is not what it was, and names that are no text", async () => {
    const work = await startWork(await open());
    writeFileSync(`${work.place.workTree}/.git`, "gitdir: elsewhere\n");
    writeFileSync(Buffer.concat([Buffer.from(`${work.place.workTree}/odd-`), Buffer.from([0xff])]), "x");
    const { tip } = await commit(work);
    const { trashed } = await close(work, { tip });
    expect(readFileSync(`${trashed}/files/.git`, "utf8")).toBe("gitdir: elsewhere\n");
    expect(below(`${trashed}/files`)).toHaveLength(2);
    expectClosed(work);
  });

  test("finishes what was cut short, and loses nothing that is there twice", async () => {
    const work = await startWork(await open());
    write(work, { "run.log": "first", "dist/x": "x" });
    const { tip } = await commit(work);
    writeFiles(leftoversLayout(work.project.deps.home, work.id).files, {
      "run.log": "moved before",
      dist: "a file",
    });
    rmSync(`${work.place.workTree}/a.txt`);
    const { trashed } = await close(work, { tip });
    expect(readFileSync(`${trashed}/files/run.log`, "utf8")).toBe("moved before");
    expect(readFileSync(`${trashed}/files/run.log.2`, "utf8")).toBe("first");
    expect(below(`${trashed}/misplaced`)).toHaveLength(1);
    expectClosed(work);
  });

  test("is not done where the worktree is to be kept", async () => {
    const work = await startWork(await open());
    write(work, { "run.log": "log" });
    const { tip } = await commit(work);
    const before = below(work.place.workTree);
    expect(await close(work, { tip, keepWorktree: true })).toEqual({
      branch: work.tree.branch,
      trashed: null,
      notes: [],
    });
    expect(below(work.place.workTree)).toEqual(before);
  });

  test("leaves an entry of git's that leads elsewhere", async () => {
    const work = await startWork(await open());
    writeFileSync(`${work.place.gitDir}/gitdir`, "/elsewhere/.git\n");
    const { tip } = await commit(work);
    expect((await close(work, { tip })).notes).toEqual([
      `${work.place.gitDir} is kept, because it leads to /elsewhere/.git.`,
    ]);
  });
});

describe("the branch", () => {
  /** The integration branch with the work, and something of its own in a file. */
  async function merged(change: Record<string, string>) {
    const work = await startWork(await open());
    write(work, { "a.txt": "by the worker\n", "new.txt": "new\n" });
    rmSync(`${work.place.workTree}/src/b.txt`);
    const { tip } = await commit(work);
    gitIn(work.project.checkout, "checkout", "-q", "--detach", tip ?? "");
    writeFiles(work.project.checkout, change);
    gitIn(work.project.checkout, "add", "-A");
    const tree = gitIn(work.project.checkout, "write-tree");
    const commitId = gitIn(work.project.checkout, "commit-tree", tree, "-p", work.tree.base, "-m", "merged");
    return { work, tip, commitId };
  }

  test.each([
    ["goes where all it changed is merged as it is", { "other.txt": "another's" }, false],
    ["stays where a file was merged differently", { "a.txt": "by both" }, true],
    ["stays where a file that it deleted is there", { "src/b.txt": "b\n" }, true],
  ])("%s", async (_what, change, stays) => {
    const { work, tip, commitId } = await merged(change);
    expect((await close(work, { tip, merged: commitId })).branch).toBe(stays ? work.tree.branch : null);
    expect(branches(work).includes(work.tree.branch)).toBe(stays);
  });

  test("stays where somebody else has moved it", async () => {
    const { work, tip, commitId } = await merged({});
    gitIn(work.project.checkout, "update-ref", `refs/heads/${work.tree.branch}`, "HEAD");
    const other = gitIn(work.project.checkout, "commit-tree", "HEAD^{tree}", "-p", "HEAD", "-m", "other");
    gitIn(work.project.checkout, "update-ref", `refs/heads/${work.tree.branch}`, other);
    expect(await close(work, { tip, merged: commitId })).toMatchObject({ branch: work.tree.branch });
    expect(tipOf(work.project, work.tree.branch)).toBe(other);
  });

  test("stays, unchanged as it is, where it is the last to hold another's commits", async () => {
    const project = await open();
    const first = await startWork(project);
    write(first, { "new.txt": "new" });
    const { tip } = await commit(first);
    await close(first, { tip });
    const next = await planWork(project, { number: 2, startAt: tip });
    gitIn(project.checkout, "update-ref", `refs/heads/${next.tree.branch}`, tip ?? "");
    gitIn(project.checkout, "update-ref", "-d", `refs/heads/${first.tree.branch}`);
    expect((await close(next, { tip: null })).branch).toBe(next.tree.branch);
    gitIn(project.checkout, "update-ref", `refs/heads/${first.tree.branch}`, tip ?? "");
    expect((await close(next, { tip: null })).branch).toBe(null);
  });

  test("goes from packed refs too, and leaves the person's there", async () => {
    const { work, tip, commitId } = await merged({});
    gitIn(work.project.checkout, "pack-refs", "--all");
    expect((await close(work, { tip, merged: commitId })).branch).toBe(null);
    expect(branches(work)).toEqual(["claude/main", "main"]);
  });
});

function branches({ project }: TestWork): string[] {
  return gitIn(project.checkout, "for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n");
}
