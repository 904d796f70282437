// A take-over after a squash merge and an undo: the undone work goes from the person's branch too.
import { afterEach, expect, test } from "bun:test";
import { merge } from "../../../src/git/merge/merge.ts";
import { prepareUndo } from "../../../src/git/merge/undo.ts";
import { hallPeople } from "../../../src/rules/project/commit-people.ts";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";
import { removeTempDirs } from "../../harness/temp.ts";
import { integration, sync, tipOf } from "../../git/project.ts";
import { land, leaveMain, openTaking, take, taken } from "./taking.ts";

afterEach(removeTempDirs);

/** Both commissions are squashed into main, and then the first is undone. */
async function squashedAndUndone() {
  const taking = await openTaking({ "b.txt": "b\n" });
  const one = await land(taking, 1, { "one.txt": "one\n" });
  await land(taking, 2, { "two.txt": "two\n" });
  gitIn(taking.checkout, "merge", "-q", "--squash", integration);
  gitIn(taking.checkout, "commit", "-qm", "Squashed");
  const message = `Revert\n\nUndoes: ${one.id}\n`;
  const at = "2026-01-02T03:04:05.678Z";
  const ready = await prepareUndo(taking.deps, { ...one, message, people: hallPeople(null), at });
  if (ready.kind !== "ready") throw new Error(ready.kind);
  await merge(taking.deps, one.tree, ready);
  return taking;
}

const filesOf = ({ checkout }: { checkout: string }, ref: string) =>
  gitIn(checkout, "ls-tree", "-r", "--name-only", ref).split("\n");

test("the hall's merge brings the undo through", async () => {
  const taking = await squashedAndUndone();
  leaveMain(taking);
  expect(await taken(taking)).toMatchObject({ kind: "merge", moved: true });
  expect(filesOf(taking, "main")).toEqual(["b.txt", "two.txt"]);
});

test("the person's own git is given no merge that would bring the work back, and can take over after a sync", async () => {
  const taking = await squashedAndUndone();
  const main = tipOf(taking, "main");
  expect(await taken(taking)).toMatchObject({
    kind: "conflict",
    command: null,
    branch: { before: main, after: main },
    notes: [expect.stringContaining('Run "guild-hall project sync acme" first')],
  });
  await sync(taking);
  expect(filesOf(taking, integration)).toEqual(["b.txt", "two.txt"]);
  const { kind, command } = await taken(taking);
  expect(kind).toBe("fast-forward");
  gitIn(taking.checkout, ...(command ?? []));
  expect(filesOf(taking, "main")).toEqual(["b.txt", "two.txt"]);
});

test("a squash without an undo is taken over by the person's git as before", async () => {
  const taking = await openTaking({ "b.txt": "b\n" });
  await land(taking, 1, { "one.txt": "one\n" });
  gitIn(taking.checkout, "merge", "-q", "--squash", integration);
  gitIn(taking.checkout, "commit", "-qm", "Squashed");
  await land(taking, 2, { "two.txt": "two\n" });
  commitFiles(taking.checkout, { "mine.txt": "mine\n" });
  const answer = await take(taking);
  expect(answer).toMatchObject({ ok: true, value: { kind: "merge" } });
  if (answer.ok) gitIn(taking.checkout, ...(answer.value.command ?? []));
  expect(filesOf(taking, "main")).toEqual(["b.txt", "mine.txt", "one.txt", "two.txt"]);
});
