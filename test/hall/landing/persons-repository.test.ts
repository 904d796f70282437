// Accepting, rejecting and undoing work in a repository in which the person is in the middle of something: the acts take
// effect or say why not, and everything of the person's is as it was.
import { describe, expect, test } from "bun:test";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { createLandings } from "../../../src/hall/landing/landings.ts";
import { createTrees } from "../../../src/git/trees.ts";
import { systemClock } from "../../../src/host/clock.ts";
import {
  fileAt,
  integration,
  leaveWork,
  openTestProject,
  type TestProject,
  tipOf,
} from "../../git/project.ts";
import { settled } from "../../harness/conductor.ts";
import { expectUnchanged, fingerprint } from "../../harness/git/fingerprint.ts";
import { commitFiles, gitIn, writeFiles } from "../../harness/git/repositories.ts";
import { keptAt } from "../../harness/ledger/checked.ts";
import { carryOut } from "../../harness/ledger/ended-work.ts";
import { openSomeLedger, someHome } from "../../harness/ledger/some-ledger.ts";
import { tempDir } from "../../harness/temp.ts";

async function openReview(files: Record<string, string>) {
  const project = await openTestProject({ "a.txt": "a\n", ".gitattributes": "* merge=evil filter=evil\n" });
  const { id, tree, tip } = leaveWork(project, 1, files);
  const ledger = await openSomeLedger(someHome());
  const outcome = { ...keptAt(tip), branch: tree.branch };
  await carryOut(ledger, {
    request: { id, project: project.name },
    tree: { plan: tree, outcome },
    land: "review",
  });
  const none = () => undefined;
  const landings = createLandings({
    ledger,
    trees: createTrees(project.deps),
    projectChecks: () => [],
    continuationOf: none,
    prove: () => Promise.reject(new Error("There are no checks.")),
    clock: systemClock,
    log: { info: none, warn: none, error: none },
  });
  const decide = async (act: "accept" | "undo", on: CommissionId = id) => {
    expect(await landings[act](on)).toMatchObject({ ok: true });
    await settled(async () => (await ledger.find(on))?.record.afterEnd.acting === null);
    return ledger.summary(on)?.landing;
  };
  return { ...project, id, branch: tree.branch, landings, ledger, decide };
}

/** Programs of the person's that would leave a trace if the hall's git ran them. Returns the trace. */
function plantPrograms({ checkout }: TestProject): string {
  const trace = join(tempDir(), "trace");
  for (const [key, value] of [
    ["merge.evil.driver", `touch ${trace}; false`],
    ["filter.evil.clean", `touch ${trace}`],
    ["filter.evil.smudge", `touch ${trace}`],
    ["core.fsmonitor", `touch ${trace}`],
    ["gpg.program", `touch ${trace}`],
    ["commit.gpgSign", "true"],
  ] as const)
    gitIn(checkout, "config", key, value);
  for (const hook of [
    "reference-transaction",
    "post-merge",
    "pre-merge-commit",
    "post-checkout",
    "post-commit",
  ])
    writeFileSync(`${checkout}/.git/hooks/${hook}`, `#!/bin/sh\ntouch ${trace}\n`, { mode: 0o755 });
  return trace;
}

const states: readonly [string, (project: TestProject & { branch: string }) => void][] = [
  [
    "with staged, changed and stashed files",
    ({ checkout }) => {
      writeFiles(checkout, { "a.txt": "stashed\n" });
      gitIn(checkout, "stash", "-q");
      writeFiles(checkout, { "a.txt": "mine\n", "staged.txt": "staged\n", "new.txt": "new\n" });
      gitIn(checkout, "add", "staged.txt");
    },
  ],
  ["with a detached HEAD", ({ checkout }) => void gitIn(checkout, "checkout", "-q", "--detach")],
  [
    "with a conflict that is not resolved",
    ({ checkout }) => {
      gitIn(checkout, "checkout", "-q", "-b", "theirs");
      commitFiles(checkout, { "a.txt": "theirs\n" });
      gitIn(checkout, "checkout", "-q", "main");
      commitFiles(checkout, { "a.txt": "ours\n" });
      expect(() => gitIn(checkout, "merge", "-q", "theirs")).toThrow();
    },
  ],
  ["with a locked index", ({ checkout }) => writeFileSync(`${checkout}/.git/index.lock`, "")],
  [
    "with the branch of the work in a locked worktree of the person's",
    ({ checkout, branch }) => {
      const place = join(tempDir(), "mine");
      gitIn(checkout, "worktree", "add", "-q", place, branch);
      gitIn(checkout, "worktree", "lock", place);
      writeFiles(place, { "a.txt": "tried\n" });
    },
  ],
];

describe.each(states)("a person's repository %s", (_what, make) => {
  test("is as it was after work was accepted and undone in it", async () => {
    const review = await openReview({ "a.txt": "work\n", "b.txt": "b\n" });
    const { checkout, decide } = review;
    make(review);
    const trace = plantPrograms(review);
    const [before, start] = [fingerprint(checkout), tipOf(review, integration)];
    expect(await decide("accept")).toMatchObject({ state: "accepted", commit: tipOf(review, integration) });
    expect([fileAt(review, integration, "a.txt"), fileAt(review, integration, "b.txt")]).toEqual([
      "work",
      "b",
    ]);
    expect(await decide("undo")).toMatchObject({ state: "undone" });
    expect(gitIn(checkout, "diff", "--name-only", start, integration)).toBe("");
    expectUnchanged(checkout, before);
    expect(existsSync(trace)).toBe(false);
    gitIn(checkout, "update-ref", "refs/heads/control", "HEAD");
    expect(existsSync(trace)).toBe(true); // the control: the person's own git runs the hook
  });

  test("is as it was after work was rejected in it, and the branch stays", async () => {
    const review = await openReview({ "a.txt": "work\n" });
    const { checkout, id, branch, landings } = review;
    make(review);
    const trace = plantPrograms(review);
    const [before, tips] = [fingerprint(checkout), gitIn(checkout, "for-each-ref")];
    expect(await landings.reject(id, "No.")).toMatchObject({ ok: true });
    expectUnchanged(checkout, before);
    expect(gitIn(checkout, "for-each-ref")).toBe(tips);
    expect(tips).toContain(`refs/heads/${branch}`);
    expect(existsSync(trace)).toBe(false);
  });
});

test("work whose branch the person has checked out keeps that branch when it is accepted", async () => {
  const review = await openReview({ "a.txt": "work\n" });
  const place = join(tempDir(), "mine");
  gitIn(review.checkout, "worktree", "add", "-q", place, review.branch);
  expect(await review.decide("accept")).toMatchObject({ state: "accepted" });
  expect(gitIn(place, "rev-parse", "--abbrev-ref", "HEAD")).toBe(review.branch);
  expect(gitIn(place, "status", "--porcelain")).toBe("");
});

test("a commission's branch that the person moved or deleted does not change what is accepted", async () => {
  for (const change of ["move", "delete"]) {
    const review = await openReview({ "a.txt": "work\n" });
    const ref = `refs/heads/${review.branch}`;
    if (change === "move") gitIn(review.checkout, "update-ref", ref, "main");
    else gitIn(review.checkout, "update-ref", "-d", ref);
    expect(await review.decide("accept")).toMatchObject({ state: "accepted" });
    expect(fileAt(review, integration, "a.txt")).toBe("work");
  }
});
