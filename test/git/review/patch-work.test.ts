// The patch of what a commission changed makes its tree, also of one at work; where it cannot, there is none.
import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, readlinkSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import type { DiffWorkOrder } from "../../../src/git/review/diff-work.ts";
import { patchWork } from "../../../src/git/review/patch-work.ts";
import { snapshotTree } from "../../../src/git/snapshot/snapshot.ts";
import { makeOddChanges, writeBefore } from "../../harness/git/odd-changes.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { tempDir } from "../../harness/temp.ts";
import { openTestProject } from "../project.ts";
import { commit, startWork, type TestWork, write } from "../worktree.ts";

async function oddWork(): Promise<TestWork> {
  const project = await openTestProject({ "a.txt": "a\n" });
  const work = await startWork(project);
  writeBefore(work.place.workTree);
  gitIn(work.place.workTree, "add", "-A");
  gitIn(work.place.workTree, "commit", "-qm", "Before");
  return work;
}

const atWork = ({ tree }: TestWork): DiffWorkOrder["compared"] => ({
  what: "worktree",
  tree,
  mayBeCommitted: false,
  withEarlier: false,
});

async function bytesOf(work: TestWork, compared = atWork(work), path?: string) {
  const { totals, spool } = await patchWork(work.project.deps, { id: work.id, compared, path });
  const bytes = Buffer.from(await new Response(spool.stream()).arrayBuffer());
  expect(bytes.length).toBe(spool.bytes());
  return { totals, bytes };
}

/** The tree that the patch makes of the commit at which the work began. */
function treeAfter({ project, tree }: TestWork, patch: Buffer): string {
  const directory = tempDir();
  writeFileSync(`${directory}/work.patch`, patch);
  mkdirSync(`${directory}/clone`);
  const clone = `${directory}/clone`;
  gitIn(clone, "clone", "-q", "--shared", "--no-checkout", project.checkout, ".");
  gitIn(clone, "checkout", "-q", "--detach", tree.base);
  gitIn(clone, "apply", "--index", "--whitespace=nowarn", `${directory}/work.patch`);
  return gitIn(clone, "write-tree");
}

async function changedWork(): Promise<TestWork> {
  const work = await oddWork();
  makeOddChanges(work.place.workTree);
  return work;
}

const removeUnnamed = ({ place }: TestWork) =>
  rmSync(Buffer.concat([Buffer.from(`${place.workTree}/name-`), Buffer.from([0xe4, 0xff])]));

test("of one at work the patch makes the tree that its worktree would be committed as", async () => {
  const work = await changedWork();
  removeUnnamed(work);
  const { totals, bytes } = await bytesOf(work);
  expect(totals).toMatchObject({ base: work.tree.base, tip: null });
  const { tree } = await snapshotTree(work.project.deps, { id: work.id, tree: work.tree });
  expect(treeAfter(work, bytes)).toBe(tree);
});

test("of one that has ended it makes the tree of its commit, whatever the names are", async () => {
  const work = await changedWork();
  const { tip } = await commit(work);
  if (tip === null) throw new Error("nothing was committed");
  const compared = { what: "commit", tree: work.tree, tip, merged: null, withEarlier: false } as const;
  const { bytes } = await bytesOf(work, compared);
  expect(treeAfter(work, bytes)).toBe(gitIn(work.project.checkout, "rev-parse", `${tip}^{tree}`));
});

test("of one that changed nothing it is empty", async () => {
  const work = await startWork(await openTestProject({ "a.txt": "a\n" }));
  expect((await bytesOf(work)).bytes.length).toBe(0);
  const { totals, bytes } = await bytesOf(work, { what: "nothing", tree: work.tree, tip: null });
  expect({ totals, bytes: bytes.length }).toMatchObject({ totals: { total: 0, tip: null }, bytes: 0 });
});

test("what a look at a worktree leaves out is named, and there is no patch of it", async () => {
  const work = await changedWork();
  await expect(bytesOf(work)).rejects.toThrow(
    /would not be complete. The names of these files are not UTF-8: "name-/,
  );
  removeUnnamed(work);
  write(work, { "large.bin": "" });
  truncateSync(`${work.place.workTree}/large.bin`, 9 * 1024 * 1024);
  const refused = bytesOf(work);
  await expect(refused).rejects.toThrow('These files are too large to be read while it runs: "large.bin".');
  await expect(refused).rejects.toMatchObject({ code: "worktree" });
  expect((await bytesOf(work, atWork(work), "crlf.txt")).bytes.includes("+2\r\n")).toBe(true);
});

/** Other tests of this process open and close files of their own. */
function openBelow(directory: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((name) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${name}`);
      return target.startsWith(`${directory}/`) ? [target] : [];
    } catch {
      return []; // the one that lists them
    }
  });
}

test("nothing is left open or on the disk, of a patch that was read, dropped or refused", async () => {
  const work = await changedWork();
  const { root } = work.project.deps.home;
  const now = () => ({ names: readdirSync(root), open: openBelow(root) });
  const before = now();
  await expect(bytesOf(work)).rejects.toThrow();
  removeUnnamed(work);
  await bytesOf(work);
  const order = { id: work.id, compared: atWork(work), path: undefined };
  const { spool } = await patchWork(work.project.deps, order);
  expect(now().open.length).toBe(before.open.length + 1); // one that is neither read nor dropped is seen
  await spool.stream().cancel();
  expect(now()).toEqual(before);
});
