// A worker changes what the project's set-up runs, through a real hall with real sessions: nothing of it runs with the
// network, what waits is neither failed nor refuted, and goes on when a person approves the files.
import { afterEach, describe, expect } from "bun:test";
import { readFileSync, writeFileSync } from "node:fs";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { projectName } from "../../src/contract/home/ids.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { script, submit, type Turn } from "../harness/rehearsals.ts";
import { gitIn, makeRepository } from "../harness/git/repositories.ts";
import { removeTempDirs } from "../harness/temp.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";
import { longTest } from "../harness/long.ts";

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
  removeTempDirs();
});

const lamps = projectName.parse("lamps");
const done: Turn = { say: "Done." };
const write = (path: string, content: string): Turn => ({
  use: [{ tool: "Write", input: { file_path: path, content } }],
});
const reading = (path: string): Turn => ({ use: [{ tool: "Read", input: { file_path: path } }] });
/** Passes only where it has a way out, as an installer of something new would. */
const needsNetwork = 'test -n "$HTTPS_PROXY" || { echo no network; exit 9; }\n';

async function openProject(checks: readonly string[]) {
  const home = new TestHome();
  homes.push(home);
  const { client } = await home.open();
  const checkout = makeRepository({ "install.sh": "true\n", "README.md": "# Lamps\n" });
  await client.projects.add({ name: lamps, path: checkout, dryRun: false });
  const { config } = homeLayout(home.root);
  const setup = { command: "sh install.sh", network: true, inputs: ["install.sh"] };
  const more = `    setup: ${JSON.stringify(setup)}\n    checks: ${JSON.stringify(checks)}\n`;
  writeFileSync(config, `${readFileSync(config, "utf8")}${more}`);
  await until("the set-up is taken over", async () => {
    const { config: now } = await client.config();
    return now.projects[lamps]?.setup !== undefined;
  });
  const ask = (turns: readonly Turn[]) =>
    client.create({ worker: "implementer", task: "Do it.", project: lamps, rehearsal: script(turns) });
  return { client, checkout, ask };
}

describe.skipIf(isWithoutSandbox)("files that a worker wrote", () => {
  longTest(
    "hold up the next commission at its set-up until a person approves them",
    async () => {
      const { client, checkout, ask } = await openProject([]);
      const first = await ask([reading("install.sh"), write("install.sh", needsNetwork), submit(), done]);
      expect(await untilEnded(client, first.id)).toMatchObject({
        trust: "claimed",
        branch: { state: "merged" },
      });
      const tree = gitIn(checkout, "rev-parse", "claude/main^{tree}");

      const second = await ask([submit(), done]);
      await until("it waits", async () => (await client.detail(second.id)).status === "blocked");
      const waiting = await client.detail(second.id);
      expect(waiting).toMatchObject({
        approve: tree,
        trust: null,
        error: null,
        setup: { by: "offline", exitCode: 9, output: "no network\n" },
      });
      expect((await client.attention.list()).items).toContainEqual(
        expect.objectContaining({ kind: "setup", commission: second.id, project: "lamps", approve: tree }),
      );
      const shown = await client.projects.setUp(lamps, { tree });
      expect(shown).toMatchObject({ isApproved: false, branch: "main" });
      expect(shown.files.find(({ path }) => path === "install.sh")?.patch).toContain("+test -n");

      await client.projects.approveSetUp(lamps, { tree });
      expect(await untilEnded(client, second.id)).toMatchObject({
        status: "completed",
        approve: null,
        setup: { by: "network", on: tree, exitCode: 0, hosts: [] },
      });
      expect((await client.attention.list()).items.filter(({ kind }) => kind === "setup")).toEqual([]);
    },
    120_000,
  );

  longTest(
    "are not refuted where the set-up before their checks needs the network, also merged",
    async () => {
      const { client, checkout, ask } = await openProject(["grep -q HTTPS_PROXY install.sh || true"]);
      const { id } = await ask([reading("install.sh"), write("install.sh", needsNetwork), submit(), done]);
      const approveNext = async () => {
        await until("it waits", async () => (await client.detail(id)).approve !== null);
        await until("it waits", async () => (await client.detail(id)).status === "blocked");
        const { approve: tree, trust } = await client.detail(id);
        expect(trust).toBeNull();
        await client.projects.approveSetUp(lamps, { tree: tree ?? "" });
      };
      await approveNext();
      expect(await untilEnded(client, id)).toMatchObject({ trust: "verified", branch: { state: "merged" } });
      const events = (await client.commissionEvents(id)).events;
      const causes = events.flatMap((event) => (event.type === "commission.requeued" ? [event.cause] : []));
      expect(causes).toContain("setup");
      expect(causes).not.toContain("refuted");
      expect(gitIn(checkout, "show", "claude/main:install.sh")).toContain("HTTPS_PROXY");
      // The base is these files now; they were approved, so it is green by itself.
      await until(
        "the base is known",
        async () => (await client.projects.show(lamps)).base.state === "green",
      );
    },
    120_000,
  );
});
