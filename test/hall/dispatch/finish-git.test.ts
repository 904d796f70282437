// The same finish on a real repository: what lands on which branch, and that a hall that dies around any call to git
// leads to one merge, with nothing lost.
import { afterEach, describe, expect, test } from "bun:test";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { commissionBranch } from "../../../src/contract/project/tree.ts";
import { documentPath } from "../../../src/rules/project/commission-document.ts";
import { integration } from "../../git/project.ts";
import { closeConductors, settled, stopConductor } from "../../harness/conductor.ts";
import { commitFiles, gitIn } from "../../harness/git/repositories.ts";
import { asItWas, leftOver, outcomeOf, seen, setUp, steps, type Death } from "./git-finish.ts";

afterEach(closeConductors);

describe("verified work is one commit on the integration branch", () => {
  test.each<[string, Death | null]>([
    ["without a fault", null],
    ...steps.flatMap((around) =>
      (["before", "after"] as const).map((how): [string, Death] => [
        `killed ${how} ${around}`,
        { around, how },
      ]),
    ),
  ])("%s", async (_what, death) => {
    const stage = await setUp(death);
    const { id, checkout } = stage;
    await stage.work();
    await settled(async () => stage.errors.length > 0 || (await stage.isOver()));
    await stopConductor();
    stage.open().recover();
    await settled(stage.isOver);
    const applied = (await stage.ledger.find(id))?.record.applied;
    expect(applied).toMatchObject({ artifacts: ["artifacts/report.md"], problems: [] });
    const outcome = applied?.tree;
    expect(outcome).toMatchObject({
      state: "merged",
      branch: null,
      commit: gitIn(checkout, "rev-parse", integration),
    });
    expect(seen(stage)).toEqual({ ...asItWas, commits: 1, work: "work" });
    expect(leftOver(outcome?.trashed)).toBe(true);
    const record = gitIn(checkout, "show", `${integration}:${documentPath(id)}`);
    expect(record).toBe("A record.");
    const log = gitIn(
      checkout,
      "log",
      "-1",
      "--format=%an|%ae|%cn|%P|%(trailers:key=Trust,valueonly)",
      integration,
    );
    expect(log.trim()).toBe(
      `researcher (Guild Hall)|researcher@guild-hall.invalid|Guild Hall|${gitIn(checkout, "rev-parse", "main")}|verified`,
    );
    gitIn(checkout, "fsck", "--strict");
  });
});

test.each<[string, { end?: SessionEnd; exitCode?: number }, string]>([
  ["refuted work is on its branch, and nowhere else", { exitCode: 1 }, "Refuted: the checks did not pass."],
  [
    "failed work is on its branch",
    { end: { how: "rehearsal", message: "turn 2 differs" } },
    "It failed (rehearsal):",
  ],
])("%s", async (_what, how, said) => {
  const stage = await setUp();
  const { id, checkout } = stage;
  await stage.work(how);
  await settled(stage.isOver);
  expect(await outcomeOf(stage)).toMatchObject({ state: "kept", branch: commissionBranch(id), commit: null });
  expect(seen(stage)).toEqual({ ...asItWas, commits: 0, work: "work" });
  expect(gitIn(checkout, "show", `${commissionBranch(id)}:${documentPath(id)}`)).toContain(said);
});

test("work in conflict is on its branch, and the integration branch is as it was", async () => {
  const stage = await setUp();
  const { id, checkout } = stage;
  commitFiles(checkout, { "a.txt": "theirs\n" });
  gitIn(checkout, "update-ref", `refs/heads/${integration}`, "main");
  await stage.work();
  await settled(stage.isOver);
  expect(await outcomeOf(stage)).toMatchObject({ state: "conflict", conflicts: ["a.txt"] });
  expect(seen(stage)).toEqual({ ...asItWas, commits: 0, work: "work" });
  expect(gitIn(checkout, "rev-parse", integration)).toBe(gitIn(checkout, "rev-parse", "main"));
  expect(gitIn(checkout, "rev-parse", "--verify", commissionBranch(id))).toMatch(/^[0-9a-f]{40}$/);
});
