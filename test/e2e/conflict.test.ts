// Work that could not be merged, taken up again through a real hall with real git: the new attempt begins at the
// integration branch as it is, is given the earlier patch, and is merged.
import { afterEach, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { commissionLayout, homeLayout } from "../../src/contract/home/home-layout.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { script, submit, type Turn } from "../harness/rehearsals.ts";
import { gitIn, makeRepository } from "../harness/git/repositories.ts";
import { removeTempDirs } from "../harness/temp.ts";
import { longTest } from "../harness/long.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  removeTempDirs();
});

const lamps = projectName.parse("lamps");
const done: Turn = { say: "Done." };
const writes = (path: string, content: string): Turn => ({
  use: [
    { tool: "Read", input: { file_path: path } },
    { tool: "Write", input: { file_path: path, content } },
  ],
});
/** Passes at once on a lamp that is light, and else when the test puts a file there. */
const check = { command: "grep -q light lamp.sh || until test -e go; do sleep 0.05; done" };

/** Two change the same line; the one that ends first is merged, and the other is not. */
async function layConflict() {
  const home = new TestHome();
  homes.push(home);
  const { client } = await home.open();
  const checkout = makeRepository({ "lamp.sh": "echo dark\n", "README.md": "# Lamps\n" });
  await client.projects.add({ name: lamps, path: checkout, dryRun: false });
  const asked = { worker: "implementer", task: "Do it.", project: lamps, checks: [check] };
  const ask = (turns: readonly Turn[]) => client.create({ ...asked, rehearsal: script(turns) });
  const slow = await ask([
    writes("lamp.sh", "echo red\n"),
    { use: [{ tool: "Write", input: { file_path: "colour.txt", content: "red\n" } }] },
    submit({ summary: "Written.", output: "# Red" }),
    done,
  ]);
  await until("it has written", async () => (await client.detail(slow.id)).summary === "Written.");
  const quick = await ask([writes("lamp.sh", "echo light\n"), submit(), done]);
  expect(await untilEnded(client, quick.id)).toMatchObject({ branch: { state: "merged" } });
  const { session } = commissionLayout(homeLayout(home.root), slow.id);
  writeFileSync(`${session}/proof/tree/go`, "");
  const torn = await untilEnded(client, slow.id);
  expect(torn).toMatchObject({ status: "completed", trust: "verified", branch: { state: "conflict" } });
  expect(torn.tree?.outcome?.conflicts).toEqual(["lamp.sh"]);
  return { client, checkout, torn };
}

test("the default way out of a conflict solves it", async () => {
  const { client, checkout, torn } = await layConflict();
  const tip = gitIn(checkout, "rev-parse", "claude/main");
  const carries: Turn = {
    expect: {
      lastUserIncludes: [
        "could not be merged into claude/main",
        `kept on the branch claude/commission/${torn.id}`,
        "> -echo dark\n> +echo red", // the earlier patch
        "> +red", // also of files that were not in conflict
        "> -echo dark\n> +echo light", // and how the integration branch changed the file since
      ],
    },
    ...writes("lamp.sh", "echo red light\n"),
  };
  const rehearsal = script([
    carries,
    { use: [{ tool: "Write", input: { file_path: "colour.txt", content: "red\n" } }] },
    submit(),
    done,
  ]);
  const next = await client.redispatch(torn.id, { rehearsal });
  const ended = await untilEnded(client, next.id);
  expect(ended).toMatchObject({ status: "completed", attempt: 2, branch: { state: "merged" }, error: null });
  expect(ended.tree?.base).toBe(tip);
  expect(gitIn(checkout, "show", "claude/main:lamp.sh")).toBe("echo red light");
  expect(gitIn(checkout, "show", "claude/main:colour.txt")).toBe("red");
}, 120_000);

longTest(
  "the same changes on the branch in conflict conflict again, and a fresh attempt is given none of them",
  async () => {
    const { client, checkout, torn } = await layConflict();
    const outcome = torn.tree?.outcome;
    // What the redispatch would have been on the old branch: the work mended there, and merged by git itself.
    gitIn(checkout, "branch", "mended", outcome?.tip ?? "");
    const tree = gitIn(checkout, "rev-parse", "mended^{tree}");
    const again = gitIn(checkout, "commit-tree", tree, "-p", "mended", "-m", "More of the same");
    const merged = Bun.spawnSync(["git", "merge-tree", "--write-tree", "claude/main", again], {
      cwd: checkout,
    });
    expect(merged.exitCode).toBe(1);
    const rehearsal = script([
      { expect: { lastUserIncludes: ["Its files are not here"] }, ...submit() },
      done,
    ]);
    const next = await client.redispatch(torn.id, { fresh: true, rehearsal });
    const [created] = (await client.commissionEvents(next.id)).events;
    expect(created?.type === "commission.created" && created.request.background).not.toContain("echo red");
    expect(await untilEnded(client, next.id)).toMatchObject({ status: "completed", error: null });
  },
  120_000,
);

longTest(
  "a branch that is gone is said to be, and holds nothing up",
  async () => {
    const { client, checkout, torn } = await layConflict();
    gitIn(checkout, "branch", "-D", `claude/commission/${torn.id}`);
    gitIn(checkout, "reflog", "expire", "--expire=all", "--all");
    gitIn(checkout, "gc", "-q", "--prune=now");
    const told: Turn = {
      expect: { lastUserIncludes: ["Git could not show the changes of that branch", "lamp.sh"] },
      ...writes("lamp.sh", "echo red light\n"),
    };
    const next = await client.redispatch(torn.id, { rehearsal: script([told, submit(), done]) });
    expect(await untilEnded(client, next.id)).toMatchObject({ branch: { state: "merged" }, error: null });
  },
  120_000,
);
