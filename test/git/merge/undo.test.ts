// Reverting a merged commission on the integration branch: in trees alone, or refused with what stands on it.
import { afterEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { merge, prepareMerge } from "../../../src/git/merge/merge.ts";
import { prepareUndo } from "../../../src/git/merge/undo.ts";
import { commitPeople, hallPeople } from "../../../src/rules/project/commit-people.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import {
  fileAt,
  fsck,
  integration,
  leaveWork,
  openTestProject,
  sync,
  push,
  type TestProject,
  tipOf,
  type Work,
  work,
} from "../project.ts";

afterEach(removeTempDirs);

const at = "2026-01-02T03:04:05.678Z";

async function land(project: TestProject, number: number, files: Readonly<Record<string, string | null>>) {
  const left = leaveWork(project, number, files);
  const message = `Work ${number}\n\nCommission: ${left.id}\n`;
  const people = commitPeople("implementer", null);
  const ready = await prepareMerge(project.deps, { ...left, message, people, at });
  if (ready.kind !== "ready") throw new Error(ready.kind);
  await merge(project.deps, left.tree, ready);
  return { ...left, commit: ready.commit };
}

function undo({ deps }: TestProject, { id, tree, commit }: Work & { commit: string }) {
  const message = `Revert\n\nUndoes: ${id}\n`;
  return prepareUndo(deps, { id, tree, commit, message, people: hallPeople(null), at });
}

test("the work is taken back by one commit on the tip, and later work stays", async () => {
  const project = await openTestProject();
  const first = await land(project, 1, { "a.txt": "changed\n", "new.txt": "new\n", "b.txt": null });
  const later = await land(project, 2, { "dir/c.txt": "later\n" });
  const before = fingerprint(project.checkout);
  const ready = await undo(project, first);
  if (ready.kind !== "ready") throw new Error(ready.kind);
  expect(ready).toMatchObject({ expected: later.commit });
  expect(await undo(project, first)).toEqual(ready); // a second plan is the same plan
  expect(tipOf(project, integration)).toBe(later.commit);
  expect(await merge(project.deps, first.tree, ready)).toBe("done");
  expect(await merge(project.deps, first.tree, ready)).toBe("done");
  expect(gitIn(project.checkout, "log", "-1", "--format=%P|%cn|%s", integration)).toBe(
    `${later.commit}|Guild Hall|Revert`,
  );
  expect(fileAt(project, integration, "a.txt")).toBe("a");
  expect(fileAt(project, integration, "b.txt")).toBe("b");
  expect(fileAt(project, integration, "dir/c.txt")).toBe("later");
  expect(() => fileAt(project, integration, "new.txt")).toThrow();
  expect(fsck(project)).toBe("");
  expectUnchanged(project.checkout, before);
  expect(await undo(project, first)).toMatchObject({
    kind: "gone",
    why: expect.stringMatching(/Nothing of commit .* is left/),
  });
});

test("work that later work stands on is not moved, and the later work is named", async () => {
  const project = await openTestProject();
  const first = await land(project, 1, { "a.txt": "one\n" });
  const second = await land(project, 2, { "a.txt": "two\n" });
  await land(project, 3, { "b.txt": "elsewhere\n" });
  const plain = work(project, { "a.txt": "three\n" });
  expect(await undo(project, first)).toEqual({
    kind: "conflict",
    files: ["a.txt"],
    standing: [
      { commit: plain, subject: "Change a.txt", commission: null },
      { commit: second.commit, subject: "Work 2", commission: second.id },
    ],
  });
  expect(tipOf(project, integration)).toBe(plain);
});

test("a file that git itself would expand as a pattern is looked up by its name", async () => {
  const project = await openTestProject({ "*.txt": "a\n", "b.txt": "b\n" });
  const first = await land(project, 1, { "*.txt": "one\n" });
  await land(project, 2, { "b.txt": "two\n" });
  const third = await land(project, 3, { "*.txt": "three\n" });
  expect(await undo(project, first)).toMatchObject({ standing: [{ commit: third.commit }] });
});

test("the work is taken back also after a sync has merged the person's commits", async () => {
  const project = await openTestProject();
  const first = await land(project, 1, { "a.txt": "one\n" });
  push(project, { "b.txt": "mine\n" });
  await sync(project);
  const ready = await undo(project, first);
  if (ready.kind !== "ready") throw new Error(ready.kind);
  expect(fileAt(project, ready.commit, "a.txt")).toBe("a");
  expect(fileAt(project, ready.commit, "b.txt")).toBe("mine");
});

test("what is not on the branch, or has not one parent, cannot be undone", async () => {
  const project = await openTestProject();
  const landed = await land(project, 1, { "a.txt": "one\n" });
  const elsewhere = leaveWork(project, 2, { "a.txt": "two\n" });
  expect(await undo(project, { ...landed, commit: elsewhere.tip })).toMatchObject({ kind: "gone" });
  expect(await undo(project, { ...landed, commit: "0".repeat(40) })).toMatchObject({ kind: "gone" });
  const root = gitIn(project.checkout, "rev-list", "--max-parents=0", integration);
  expect(await undo(project, { ...landed, commit: root })).toMatchObject({ kind: "gone" });
  push(project, { "b.txt": "mine\n" });
  await sync(project);
  expect(await undo(project, { ...landed, commit: tipOf(project, integration) })).toMatchObject({
    kind: "gone",
    why: expect.stringMatching(/no commit with one parent/),
  });
});

test("nothing that the repository names is run", async () => {
  const project = await openTestProject({
    "a.txt": "1\n2\n3\n",
    ".gitattributes": "* merge=evil diff=evil\n",
  });
  const first = await land(project, 1, { "a.txt": "one\n2\n3\n" });
  await land(project, 2, { "a.txt": "one\n2\nthree\n" });
  const canary = join(project.deps.home.root, "canary");
  gitIn(project.checkout, "config", "merge.evil.driver", `touch ${canary}; false`);
  gitIn(project.checkout, "config", "diff.evil.command", `touch ${canary}`);
  writeFileSync(`${project.checkout}/.git/hooks/reference-transaction`, `#!/bin/sh\ntouch ${canary}\n`, {
    mode: 0o755,
  });
  const ready = await undo(project, first);
  if (ready.kind === "ready") await merge(project.deps, first.tree, ready);
  expect(await Bun.file(canary).exists()).toBe(false);
  expect(() => gitIn(project.checkout, "update-ref", "refs/heads/x", "HEAD")).not.toThrow();
  expect(await Bun.file(canary).exists()).toBe(true); // the control: the person's own git runs it
});
