// Take-overs that are killed at any step, damaged notes of them, and hostile repositories.
import { afterEach, describe, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { takePath } from "../../../src/contract/home/home-layout.ts";
import { changedSince, fingerprint } from "../../harness/git/fingerprint.ts";
import { commitFiles, gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { removeTempDirs, tempDir } from "../../harness/temp.ts";
import { tipOf, fileAt } from "../../git/project.ts";
import { killedAtEachStep, mortal } from "../../git/projects/mortal.ts";
import { firstOf } from "../../harness/long.ts";
import { land, leaveMain, ofMain, openTaking, operationsOf, refusal, take, taken, undo } from "./taking.ts";

afterEach(removeTempDirs);

describe("killed before any of its steps", () => {
  test.each(firstOf(["fast-forward", "merge"], 1))(
    "a take-over (%s) happens once or not at all, and is known truthfully",
    async (kind) => {
      const steps = await killedAtEachStep(async (nth) => {
        const taking = await openTaking();
        if (kind === "merge") commitFiles(taking.checkout, { "mine.txt": "mine\n" });
        leaveMain(taking);
        const one = await land(taking, 1, { "a.txt": "one\n" });
        await taken(taking, { commission: one.id }); // an earlier take-over
        const main = tipOf(taking, "main");
        await land(taking, 2, { "b.txt": "two\n" });
        const before = fingerprint(taking.checkout);
        const dying = mortal(taking.deps as never, nth);
        const { operations } = operationsOf(taking, { git: dying });
        await take({ ...taking, operations }).catch((error: Error) => expect(error.message).toBe("killed"));
        const now = tipOf(taking, "main");
        const hasMoved = now !== main;
        expect(changedSince(taking.checkout, before)).toEqual(hasMoved ? ofMain : []);
        // Another hall undoes what was the last take-over then.
        const { operations: next } = operationsOf(taking);
        const again = { ...taking, operations: next };
        expect(await undo(again)).toMatchObject({ ok: true, value: { branch: { before: now } } });
        if (hasMoved) {
          expect(tipOf(taking, "main")).toBe(main);
          expect(await undo(again)).toMatchObject({ ok: true, value: { branch: { before: main } } });
        }
        expect(await undo(again)).toMatchObject(refusal(/nothing to undo/));
        expect(await taken(again)).toMatchObject({
          kind: expect.stringMatching(/fast-forward|merge/),
          moved: true,
        });
        expect(fileAt(taking, "main", "b.txt")).toBe("two");
        removeTempDirs();
        return dying.died();
      });
      expect(steps).toBeGreaterThan(10);
    },
    240_000,
  );

  test("an undo moves the branch back, or not", async () => {
    const steps = await killedAtEachStep(async (nth) => {
      const taking = await openTaking();
      leaveMain(taking);
      await land(taking, 1, { "a.txt": "one\n" });
      const main = tipOf(taking, "main");
      const { branch } = await taken(taking);
      const dying = mortal(taking.deps as never, nth);
      const { operations } = operationsOf(taking, { git: dying });
      await undo({ ...taking, operations }).catch((error: Error) => expect(error.message).toBe("killed"));
      const again = { ...taking, operations: operationsOf(taking).operations };
      const now = tipOf(taking, "main");
      const answer = await undo(again);
      if (now === main) expect(answer).toMatchObject(refusal(/nothing to undo/));
      else expect([now, answer.ok]).toEqual([branch.after ?? "", true]);
      expect(tipOf(taking, "main")).toBe(main);
      removeTempDirs();
      return dying.died();
    });
    expect(steps).toBeGreaterThan(5);
  }, 120_000);
});

test("a note that was changed by hand or damaged counts as none", async () => {
  const taking = await openTaking();
  leaveMain(taking);
  await land(taking, 1, { "a.txt": "one\n" });
  await taken(taking);
  const path = takePath(taking.deps.home, taking.name);
  const text = readFileSync(path, "utf8");
  writeFileSync(path, text.replace("fast-forward", "merge"));
  expect(await undo(taking)).toMatchObject(refusal(/nothing to undo/));
  writeFileSync(path, text);
  gitIn(taking.checkout, "branch", "-f", "main", commitFiles(taking.checkout, { "x.txt": "x\n" }));
  expect(await undo(taking)).toMatchObject(refusal(/nothing to undo/));
});

test("nothing that a hostile repository names is run, and everything else of the person's stays", async () => {
  const taking = await openTaking({
    "a.txt": "a\n",
    ".gitattributes": "* merge=evil filter=evil diff=evil\n",
  });
  const { checkout } = taking;
  const canary = `${tempDir()}/canary`;
  commitFiles(checkout, { "mine.txt": "mine\n" });
  leaveMain(taking);
  await land(taking, 1, { "a.txt": "one\n" });
  writeFiles(checkout, { "mine.txt": "stashed\n" });
  gitIn(checkout, "stash", "-q");
  writeFiles(checkout, { "mine.txt": "changed\n", "staged.txt": "staged\n", "untracked.txt": "u\n" });
  gitIn(checkout, "add", "staged.txt");
  for (const [key, value] of [
    ["merge.evil.driver", `touch ${canary}; false`],
    ["filter.evil.clean", `touch ${canary}`],
    ["core.fsmonitor", `touch ${canary}`],
    ["gpg.program", `touch ${canary}`],
    ["commit.gpgSign", "true"],
  ] as const)
    gitIn(checkout, "config", key, value);
  for (const hook of ["reference-transaction", "post-merge", "pre-merge-commit", "post-checkout"])
    writeFileSync(`${checkout}/.git/hooks/${hook}`, `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
  const before = fingerprint(checkout);
  expect(await taken(taking)).toMatchObject({ kind: "merge", moved: true });
  expect(await undo(taking)).toMatchObject({ ok: true });
  expect(existsSync(canary)).toBe(false);
  expect(changedSince(checkout, before)).toEqual([".git/logs/refs/heads/main"]);
  gitIn(checkout, "update-ref", "refs/heads/control", "HEAD");
  expect(existsSync(canary)).toBe(true); // the control: the person's own git runs the hook
});
