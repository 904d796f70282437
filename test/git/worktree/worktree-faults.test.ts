// What can be wrong with a repository or a disk: said clearly, and nothing is lost or taken for done.
import { expect, test } from "bun:test";
import { closeSync, existsSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { gitIn, makeRepository } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { openTestProject, type TestProject, tipOf } from "../project.ts";
import { below, close, commit, make, planWork, startWork, type TestWork, write } from "../worktree.ts";

const lockOf = ({ project, tree }: TestWork) => `${project.repository}/refs/heads/${tree.branch}.lock`;

test("a lock that a killed git has left on its branch is taken away", async () => {
  const work = await startWork(await openTestProject());
  write(work, { "new.txt": "new" });
  writeFileSync(lockOf(work), "");
  const { tip } = await commit(work);
  expect(tipOf(work.project, work.tree.branch)).toBe(tip ?? "");
  expect(existsSync(lockOf(work))).toBe(false);
});

test("a lock that somebody holds is waited for", async () => {
  const work = await startWork(await openTestProject());
  write(work, { "new.txt": "new" });
  const held = openSync(lockOf(work), "wx");
  const waits: (() => void)[] = [];
  const clock = {
    after: (ms: number, run: () => void) => {
      if (ms > 1000) return { cancel: () => undefined };
      expect(existsSync(lockOf(work))).toBe(true);
      closeSync(held);
      rmSync(lockOf(work));
      waits.push(run);
      queueMicrotask(run);
      return { cancel: () => undefined };
    },
  };
  const deps = { ...work.project.deps, clock: { ...work.project.deps.clock, ...clock } };
  const { tip } = await commit({ ...work, project: { ...work.project, deps } });
  expect(tipOf(work.project, work.tree.branch)).toBe(tip ?? "");
  expect(waits).toHaveLength(1);
});

test("a lock on the person's refs is named, and left to the person", async () => {
  const work = await startWork(await openTestProject());
  const { tip } = await commit(work, { document: { path: "x", text: "x" } });
  const lock = `${work.project.repository}/packed-refs.lock`;
  writeFileSync(lock, "");
  await expect(close(work, { tip })).rejects.toThrow(lock);
  expect(existsSync(lock)).toBe(true);
  rmSync(lock);
  expect(await close(work, { tip })).toEqual({ branch: null, trashed: null, notes: [] });
});

function objectFile({ checkout }: TestProject, name: string): string {
  const oid = gitIn(checkout, "rev-parse", name);
  return `${checkout}/.git/objects/${oid.slice(0, 2)}/${oid.slice(2)}`;
}

test("a damaged object is named, and what was made is finished when it is whole again", async () => {
  const project = await openTestProject();
  const path = objectFile(project, "HEAD:b.txt");
  const whole = readFileSync(path);
  rmSync(path);
  writeFileSync(path, "damaged");
  const work = await planWork(project);
  await expect(make(work)).rejects.toThrow(/ is corrupt$/);
  rmSync(path);
  writeFileSync(path, whole, { mode: 0o444 });
  await make(work);
  expect(below(work.place.workTree)).toEqual([".git", "a.txt", "b.txt", "dir", "dir/c.txt"]);
});

test("a worktree is not emptied where its commit cannot be read", async () => {
  const work = await startWork(await openTestProject());
  write(work, { "new.txt": "new" });
  const { tip } = await commit(work);
  rmSync(objectFile(work.project, `${tip}^{tree}`));
  const before = below(work.place.workTree);
  await expect(close(work, { tip })).rejects.toMatchObject({ code: "git" });
  expect(below(work.place.workTree)).toEqual(before);
});

/** In a mount namespace of its own, where the home is on a disk of a few pages. */
function onSmallDisk(sizeKb: number, checkout: string): string {
  const home = tempDir();
  const program = `${import.meta.dir}/small-disk.ts`;
  const script = 'mount -t tmpfs -o size="$1"k none "$2" && exec "$3" "$4" "$2" "$5"';
  const words = ["sh", "-c", script, "sh", String(sizeKb), home, process.execPath, program, checkout];
  const run = Bun.spawnSync(["unshare", "-rm", ...words], { env: { PATH: process.env["PATH"] ?? "" } });
  return run.stdout.toString() + run.stderr.toString();
}

test("a disk that is full is told apart, and the worktree is finished when there is room", () => {
  const checkout = makeRepository({
    "a.txt": "a\n",
    "big.bin": "x".repeat(600_000),
    "more.bin": "y".repeat(600_000),
  });
  const before = fingerprint(checkout);
  expect(onSmallDisk(1024, checkout).split("\n")).toEqual([
    "make: ENOSPC",
    "made again: a.txt big.bin more.bin",
    "snapshot holds 3 files",
    "closed: null",
    "",
  ]);
  expectUnchanged(checkout, before);
});
