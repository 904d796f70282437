// What happens between the plan of a take-over and the person's own git, and after it, with real git in a real checkout.
import { afterEach, expect, test } from "bun:test";
import { chmodSync, writeFileSync } from "node:fs";
import { refuse } from "../../../src/contract/api/problem.ts";
import type { ForegroundOrder } from "../../../src/host/person/foreground.ts";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";
import { launch } from "../support.ts";
import { closeStages, setStage, type Stage, terminal } from "./take-stage.ts";

afterEach(closeStages);

/** Answers "y" to the question, after something has happened in another terminal. */
function answeringAfter(meanwhile: () => unknown) {
  const runInForeground = async ({ args, directory }: ForegroundOrder) => {
    gitIn(directory, ...args);
    return { code: 0, signal: null };
  };
  const readAnswer = async () => {
    meanwhile();
    return "y";
  };
  return { ...terminal, machine: { readAnswer, runInForeground } };
}

/** Moves claude/main on by one commit, as a finish does. */
function landMore({ checkout, tip }: Stage): void {
  const more = gitIn(checkout, "commit-tree", "claude/main^{tree}", "-p", "claude/main", "-m", "More").trim();
  gitIn(checkout, "update-ref", "refs/heads/claude/main", more, tip("claude/main"));
}

const moved = (branch: string) => `The branch "${branch}" has moved since you saw the plan.`;

test("an undo drops no commit that the person made while it asked", async () => {
  const stage = setStage();
  expect(
    (
      await stage.run(
        ["take", "acme"],
        answeringAfter(() => undefined),
      )
    ).code,
  ).toBe(0);
  let made = "";
  const { code, err } = await stage.run(
    ["take", "acme", "--undo"],
    answeringAfter(() => (made = commitFiles(stage.checkout, { "mine.txt": "mine\n" }))),
  );
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(moved("main")) });
  expect(stage.tip("main")).toBe(made.trim());
});

test("an undo moves no other branch that was checked out while it asked", async () => {
  const stage = setStage();
  await stage.run(
    ["take", "acme"],
    answeringAfter(() => undefined),
  );
  const before = stage.tip("main");
  const { code, err } = await stage.run(
    ["take", "acme", "--undo"],
    answeringAfter(() => {
      gitIn(stage.checkout, "switch", "-q", "-c", "topic");
      stage.checkedOut = null;
    }),
  );
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('since you saw the plan: "main" is checked out nowhere now.'),
  });
  expect([stage.tip("main"), stage.tip("topic")]).toEqual([before, before]);
});

test("a take-over brings no work that landed while it asked", async () => {
  const stage = setStage();
  const before = stage.tip("main");
  const { code, err } = await stage.run(
    ["take", "acme"],
    answeringAfter(() => landMore(stage)),
  );
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(moved("claude/main")) });
  expect([stage.tip("main"), stage.taken]).toEqual([before, []]);
});

test("a take-over does not start on commits that the person made while it asked", async () => {
  const stage = setStage(() => ({ kind: "merge" }));
  let made = "";
  const { code, err } = await stage.run(
    ["take", "acme"],
    answeringAfter(() => (made = commitFiles(stage.checkout, { "mine.txt": "mine\n" }))),
  );
  expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining(moved("main")) });
  expect(stage.tip("main")).toBe(made.trim());
});

test("a take-over that the hall cannot note is said to be done, and that --undo does not know it", async () => {
  const stage = setStage();
  const hook = `${stage.checkout}/.git/hooks/post-merge`;
  writeFileSync(
    hook,
    "#!/bin/sh\ngit -c user.name=H -c user.email=h@example.org commit -q --allow-empty -m Hooked\n",
  );
  chmodSync(hook, 0o755);
  const why = '"main" has commits since then that are no take-over.';
  stage.served.hall.carryOut({ projectTaken: async () => refuse("wrong_state", why) });
  const env = { GUILD_HALL_HOME: stage.served.home };
  const { code, stdout, stderr } = await launch(["take", "acme", "--yes"], { env }).ended;
  const now = stage.tip("main");
  expect(gitIn(stage.checkout, "log", "-1", "--format=%s").trim()).toBe("Hooked");
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: expect.stringContaining(`Done: main is at ${now.slice(0, 12)}.`),
  });
  expect(stdout).not.toContain("--undo");
  expect(stderr).toContain(
    `The hall could not note it, so "guild-hall take acme --undo" does not know it: ${why}`,
  );
});
