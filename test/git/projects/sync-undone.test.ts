// Work that a forge squashed into the person's branch and that was undone afterwards: a sync does not bring it back.
import { afterEach, expect, test } from "bun:test";
import { gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import {
  commitOn,
  fileAt,
  integration,
  numbered,
  openTestProject,
  push,
  sync,
  type TestProject,
  tipOf,
  work,
} from "../project.ts";

afterEach(removeTempDirs);

function squash({ checkout }: TestProject, ref = integration): void {
  gitIn(checkout, "merge", "-q", "--squash", ref);
  gitIn(checkout, "commit", "-qm", "Squashed");
}

/** Takes a change back on the integration branch, as the hall's undo does. */
function undo(project: TestProject, files: Record<string, string | null>, last = "Undoes"): string {
  const { checkout } = project;
  const tree = `${commitOn(checkout, integration, files)}^{tree}`;
  const message = ["-m", 'Revert "x"', "-m", "This reverts it.", "-m", `${last}: ${numbered(1)}`];
  const commit = gitIn(checkout, "commit-tree", tree, "-p", integration, ...message);
  gitIn(checkout, "update-ref", `refs/heads/${integration}`, commit);
  return commit;
}

const filesOf = ({ checkout }: TestProject, ref = integration) =>
  gitIn(checkout, "ls-tree", "-r", "--name-only", ref).split("\n");

test("an undo after a squash of the work comes through", async () => {
  const project = await openTestProject({ "b.txt": "b\n" });
  work(project, { "one.txt": "one\n" });
  const two = work(project, { "two.txt": "two\n" });
  squash(project);
  undo(project, { "one.txt": null });
  const report = await sync(project);
  expect([report.kind, report.taken]).toEqual(["merge", two]);
  expect(filesOf(project)).toEqual(["b.txt", "two.txt"]);
  expect((await sync(project)).kind).toBe("nothing");
});

test("so does an undo of the only work, though commits before the squash lack that work too", async () => {
  const project = await openTestProject({ "b.txt": "b\n" });
  const one = work(project, { "one.txt": "one\n" });
  push(project, { "mine.txt": "mine\n" });
  squash(project);
  undo(project, { "one.txt": null });
  const report = await sync(project);
  expect([report.kind, report.taken]).toEqual(["merge", one]);
  expect(filesOf(project)).toEqual(["b.txt", "mine.txt"]);
});

test("so does an undo with later work that was cherry-picked", async () => {
  const project = await openTestProject({ "b.txt": "b\n" });
  work(project, { "one.txt": "one\n" });
  squash(project);
  undo(project, { "one.txt": null });
  gitIn(project.checkout, "cherry-pick", work(project, { "three.txt": "three\n" }));
  expect((await sync(project)).kind).toBe("merge");
  expect(filesOf(project)).toEqual(["b.txt", "three.txt"]);
});

test("an undo that was squashed with the work is known, and what the person changed since counts", async () => {
  const project = await openTestProject({ "b.txt": "b\n" });
  work(project, { "one.txt": "one\n" });
  undo(project, { "one.txt": null });
  const last = work(project, { "two.txt": "two\n" });
  squash(project);
  push(project, { "two.txt": "better\n" });
  expect(await sync(project)).toMatchObject({ kind: "squash-merged", taken: last });
  expect(filesOf(project)).toEqual(["b.txt", "two.txt"]);
  expect(fileAt(project, integration, "two.txt")).toBe("better");
});

test("an undo that came by a second squash is known", async () => {
  const project = await openTestProject({ "b.txt": "b\n" });
  work(project, { "one.txt": "one\n" });
  squash(project);
  const last = undo(project, { "one.txt": null });
  gitIn(project.checkout, "cherry-pick", last);
  expect(await sync(project)).toMatchObject({ kind: "squash-merged", taken: last });
  expect(filesOf(project)).toEqual(["b.txt"]);
});

test("a line that only looks like the hall's trailer is none", async () => {
  const project = await openTestProject({ "b.txt": "b\n" });
  work(project, { "one.txt": "one\n" });
  squash(project);
  const last = undo(project, { "one.txt": null }, "> Undoes");
  expect(await sync(project)).toMatchObject({ kind: "squash-merged", taken: last });
  expect(tipOf(project, `${integration}^{tree}`)).toBe(tipOf(project, "main^{tree}"));
});
