// Real work on a real repository, through a real hall: two at once that are verified and merged, one that is refuted and
// kept, who waits for whom, and a person's checkout that stays as it is.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { expectUnchanged, fingerprint } from "../harness/git/fingerprint.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { script, submit, type Turn } from "../harness/rehearsals.ts";
import { gitIn, makeRepository, writeFiles } from "../harness/git/repositories.ts";
import { removeTempDirs } from "../harness/temp.ts";
import { longTest } from "../harness/long.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  removeTempDirs();
});

const lamps = projectName.parse("lamps");
const files = {
  "README.md": "# Lamps\n",
  "lamp.sh": "echo dark\n",
  "test.sh": 'test "$(sh lamp.sh)" = light || test "$(sh lamp.sh)" = dark\n',
  ".lore/notes.md": "Lamps are dark at first.\n",
};

const writes = (path: string, content: string): Turn => ({
  use: [{ tool: "Write", input: { file_path: path, content } }],
});
const done: Turn = { say: "Done." };

/** A person's checkout with work of their own in it. */
function layCheckout(): string {
  const checkout = makeRepository(files);
  writeFiles(checkout, { "stashed.txt": "for later\n" });
  gitIn(checkout, "stash", "--include-untracked");
  writeFiles(checkout, { "README.md": "# Lamps, being rewritten\n", "mine.txt": "untracked\n" });
  gitIn(checkout, "add", "README.md");
  return checkout;
}

async function openProject() {
  const home = new TestHome();
  homes.push(home);
  const { client } = await home.open();
  const checkout = layCheckout();
  const before = fingerprint(checkout);
  await client.projects.add({ name: lamps, path: checkout, dryRun: false });
  const { config, worktrees } = homeLayout(home.root);
  writeFileSync(config, `${readFileSync(config, "utf8")}    checks: [sh test.sh]\n    record: commit\n`);
  await until("the checks are taken over", async () => {
    const { config: now } = await client.config();
    return now.projects[lamps]?.checks.length === 1;
  });
  const ask = (worker: string, turns: readonly Turn[], more: object = {}) =>
    client.create({ worker, task: "Do it.", project: lamps, rehearsal: script(turns), ...more });
  const subjects = () => gitIn(checkout, "log", "--format=%s", "claude/main").split("\n");
  return { client, checkout, before, worktrees: `${worktrees}/lamps`, ask, subjects };
}

test("two at work at once are verified and one commit each; a third is refuted, kept, and holds up who waits for it", async () => {
  const { client, checkout, before, ask, subjects } = await openProject();
  const read: Turn = { use: [{ tool: "Read", input: { file_path: "lamp.sh" } }] };
  const implementer = await ask("implementer", [read, writes("lamp.sh", "echo light\n"), submit(), done], {
    title: "Light the lamp",
  });
  const writer = await ask("writer", [writes(".lore/light.md", "# Light\n"), submit(), done], {
    title: "Describe the light",
  });
  const wrong = writes("lamp.sh", "echo broken\n");
  const sentBack: Turn = {
    expect: { lastUserIncludes: ["sh test.sh", "exit code was 1"] },
    ...submit({ summary: "It is right as it is.", output: "# Nothing to mend" }),
  };
  const refuted = await ask("implementer", [read, wrong, submit(), done, sentBack, done], {
    title: "Break the lamp",
    after: [implementer.id],
  });
  const dependent = await ask("writer", [submit(), done], { after: [refuted.id] });

  for (const { id } of [implementer, writer])
    expect(await untilEnded(client, id)).toMatchObject({
      status: "completed",
      trust: "verified",
      branch: { state: "merged" },
    });
  expect(subjects().slice(0, 2).sort()).toEqual(["Describe the light", "Light the lamp"]);
  expect(gitIn(checkout, "show", "claude/main:lamp.sh")).toBe("echo light");
  expect(gitIn(checkout, "show", "claude/main:.lore/light.md")).toBe("# Light");
  expect(gitIn(checkout, "show", `claude/main:.lore/commissions/${writer.id}.md`)).toContain("sh test.sh");
  expect(gitIn(checkout, "log", "--format=%B", "claude/main")).toContain("Trust: verified");
  const merged = gitIn(checkout, "rev-parse", "claude/main");

  expect(await untilEnded(client, refuted.id)).toMatchObject({
    status: "completed",
    trust: "refuted",
    branch: { state: "kept", name: `claude/commission/${refuted.id}` },
    checks: [{ command: "sh test.sh", exitCode: 1 }],
  });
  expect(gitIn(checkout, "rev-parse", "claude/main")).toBe(merged);
  const kept = `claude/commission/${refuted.id}`;
  expect(gitIn(checkout, "show", `${kept}:lamp.sh`)).toBe("echo broken");
  expect(gitIn(checkout, "show", `${kept}:.lore/commissions/${refuted.id}.md`)).toContain("sh test.sh");
  await until("the one that waits for it says why", async () => {
    const { status, blockedBy } = await client.detail(dependent.id);
    return status === "blocked" && blockedBy.some((reason) => reason.includes("refuted"));
  });

  const { overlaps, branches } = await client.projects.show(lamps);
  expect({ overlaps, branches }).toEqual({ overlaps: [], branches: [] });
  expectUnchanged(checkout, before);
  expect(gitIn(checkout, "fsck", "--strict")).not.toContain("error");
}, 120_000);

longTest(
  "one that is cancelled leaves its work on its branch and no worktree, and another goes on from there",
  async () => {
    const { client, checkout, before, worktrees, ask } = await openProject();
    const question: Turn = {
      use: [{ tool: "mcp__commission__log_question", input: { question: "Which colour?" } }],
    };
    const { id } = await ask("implementer", [writes("half.txt", "half\n"), question, { hang: true }]);
    await until("it asks", async () => (await client.detail(id)).openQuestions === 1);
    await client.cancel(id);
    expect(await untilEnded(client, id)).toMatchObject({ status: "cancelled", branch: { state: "kept" } });
    expect(gitIn(checkout, "show", `claude/commission/${id}:half.txt`)).toBe("half");
    expect(existsSync(`${worktrees}/commission-${id}`)).toBe(false);

    await client.answer(id, { question: 1, answer: "Red." });
    const goesOn: Turn = {
      expect: { lastUserIncludes: ["Which colour?", "Red."] },
      use: [{ tool: "Read", input: { file_path: "half.txt" } }],
    };
    const rehearsal = script([goesOn, writes("whole.txt", "red\n"), submit(), done]);
    const next = await client.redispatch(id, { rehearsal });
    expect(await untilEnded(client, next.id)).toMatchObject({
      status: "completed",
      trust: "verified",
      attempt: 2,
      continues: id,
      branch: { state: "merged" },
    });
    expect(gitIn(checkout, "show", "claude/main:half.txt")).toBe("half");
    expect(gitIn(checkout, "show", "claude/main:whole.txt")).toBe("red");
    expectUnchanged(checkout, before);
  },
  120_000,
);
