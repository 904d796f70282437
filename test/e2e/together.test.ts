// Works that break each other only together, and a project that is red by itself, through a real hall with real sessions.
import { afterEach, expect } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { commissionLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import { type CommissionId, projectName } from "../../src/contract/home/ids.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { script, submit, type Turn } from "../harness/rehearsals.ts";
import { commitFiles, gitIn, makeRepository } from "../harness/git/repositories.ts";
import { removeTempDirs } from "../harness/temp.ts";
import { longTest } from "../harness/long.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  removeTempDirs();
});

const lamps = projectName.parse("lamps");
/** Every script has to run. */
const files = {
  "lib.sh": "light() { echo light; }\n",
  "main.sh": ". ./lib.sh\nlight\n",
  "test.sh": 'set -e\nfor f in *.sh; do test "$f" = test.sh || sh -e "$f"; done\n',
};
const done: Turn = { say: "Done." };
const read = (path: string): Turn => ({ use: [{ tool: "Read", input: { file_path: path } }] });
const write = (path: string, content: string): Turn => ({
  use: [{ tool: "Write", input: { file_path: path, content } }],
});

async function openProject() {
  const home = new TestHome();
  homes.push(home);
  const { client } = await home.open();
  const checkout = makeRepository(files);
  await client.projects.add({ name: lamps, path: checkout, dryRun: false });
  const { config } = homeLayout(home.root);
  writeFileSync(config, `${readFileSync(config, "utf8")}    checks: [sh test.sh]\n`);
  await until("the checks are taken over", async () => {
    const { config: now } = await client.config();
    return now.projects[lamps]?.checks.length === 1;
  });
  const ask = (worker: string, turns: readonly Turn[], more: object = {}) =>
    client.create({ worker, task: "Do it.", project: lamps, rehearsal: script(turns), ...more });
  const passes = () => {
    const there = `${home.root}/projects/lamps`;
    return (
      Bun.spawnSync(["sh", "test.sh"], { cwd: there, stdout: "ignore", stderr: "ignore" }).exitCode === 0
    );
  };
  /** Where the finished work of a commission is checked. */
  const stageOf = (id: CommissionId) => `${commissionLayout(homeLayout(home.root), id).session}/proof/tree`;
  return { client, checkout, ask, passes, stageOf };
}

/** Holds work up until the test lets it go, or until it lies on top of the rename. */
const held = { command: "grep -q shine lib.sh || until test -e go; do sleep 0.05; done" };

longTest(
  "a rename and a new use of the old name, each right alone, do not both land as they are",
  async () => {
    const { client, checkout, ask, passes, stageOf } = await openProject();
    const renames = await ask("implementer", [
      read("lib.sh"),
      read("main.sh"),
      {
        use: [
          { tool: "Write", input: { file_path: "lib.sh", content: "shine() { echo light; }\n" } },
          { tool: "Write", input: { file_path: "main.sh", content: ". ./lib.sh\nshine\n" } },
        ],
      },
      submit(),
      done,
    ]);
    const uses = await ask(
      "implementer",
      [
        write("twice.sh", ". ./lib.sh\nlight\nlight\n"),
        submit(),
        done,
        // It comes back with both sides, on top of the rename.
        {
          expect: {
            lastUserIncludes: [
              "both together do not pass",
              "Its exit code was 127.",
              "lib.sh",
              "+shine() { echo light; }",
            ],
          },
          use: [
            { tool: "Read", input: { file_path: "lib.sh" } },
            { tool: "Read", input: { file_path: "twice.sh" } },
          ],
        },
        { expect: { lastUserIncludes: ["shine()"] }, ...write("twice.sh", ". ./lib.sh\nshine\nshine\n") },
        submit({ summary: "Shines twice.", output: "# Twice" }),
        done,
      ],
      { checks: [held] },
    );
    const landed = { trust: "verified", branch: { state: "merged" } };
    expect(await untilEnded(client, renames.id)).toMatchObject(landed);
    await until("its work is checked alone", () => existsSync(stageOf(uses.id)));
    writeFileSync(`${stageOf(uses.id)}/go`, "");
    expect(await untilEnded(client, uses.id)).toMatchObject(landed);
    expect(gitIn(checkout, "show", "claude/main:twice.sh")).toBe(". ./lib.sh\nshine\nshine");
    expect(passes()).toBe(true);
    const causes = (await client.commissionEvents(uses.id)).events.flatMap((event) =>
      event.type === "commission.requeued" ? [event.cause] : [],
    );
    expect(causes).toContain("merge");
  },
  120_000,
);

longTest(
  "a project that fails its own checks is said to be red, and only a repair may change it",
  async () => {
    const { client, checkout, ask, passes } = await openProject();
    const red = commitFiles(checkout, { "lib.sh": "gloom() { echo dark; }\n" });
    expect(await client.projects.sync(lamps, { dryRun: false })).toMatchObject({ moved: true });
    await until("the tip is checked", async () => (await client.projects.show(lamps)).base.state === "red");
    expect((await client.projects.show(lamps)).base).toMatchObject({ since: { commit: red } });
    const { items } = await client.attention.list();
    expect(items).toContainEqual(
      expect.objectContaining({
        kind: "project",
        project: "lamps",
        detail: expect.stringContaining(`"sh test.sh" fails on claude/main since ${red.slice(0, 12)}`),
      }),
    );

    const waits = await ask("implementer", [
      submit({ summary: "Nothing to do.", output: "# Nothing" }),
      done,
    ]);
    const reviews = await ask("reviewer", [read("lib.sh"), submit(), done]);
    // Reviews are never held up by it, nor refuted for it.
    expect(await untilEnded(client, reviews.id)).toMatchObject({ status: "completed", trust: "claimed" });
    expect(await client.detail(waits.id)).toMatchObject({
      status: "blocked",
      startedAt: null,
      blockedBy: [expect.stringContaining("waits for project lamps, which is red")],
    });

    const repair = await ask(
      "implementer",
      [read("lib.sh"), write("lib.sh", files["lib.sh"]), submit(), done],
      {
        onRed: true,
      },
    );
    expect(await untilEnded(client, repair.id)).toMatchObject({
      trust: "verified",
      branch: { state: "merged" },
    });
    expect(passes()).toBe(true);
    await until("it is green", async () => (await client.projects.show(lamps)).base.state === "green");

    // The one that waited goes on by itself. It changes nothing, and so is neither verified nor a commit.
    const tip = gitIn(checkout, "rev-parse", "claude/main");
    expect(await untilEnded(client, waits.id)).toMatchObject({
      status: "completed",
      trust: "claimed",
      branch: { state: "unchanged" },
    });
    expect(gitIn(checkout, "rev-parse", "claude/main")).toBe(tip);
  },
  120_000,
);
