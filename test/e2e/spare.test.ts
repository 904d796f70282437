// A commission that finds a spare workbench is carried out as every other: the same facts in the same order, and the
// same requests to the model. Nothing of a spare is left behind.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { TestHome, type TestHall, until, untilEnded } from "../harness/hall.ts";
import { submitAnswer } from "../harness/model-answers.ts";
import { answerText, streamed } from "../model/gateway/support.ts";
import { isWithoutSandbox } from "../workbench/sandbox/usable.ts";

const calmHall = new URL("../harness/calm-hall.ts", import.meta.url).pathname;
const needsSandbox = test.skipIf(isWithoutSandbox);

const homes: TestHome[] = [];
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

function newHome(): TestHome {
  const home = new TestHome();
  homes.push(home);
  return home;
}

/** Returns the names of what spares have in the home. */
function sparesIn(home: TestHome): string[] {
  return readdirSync(homeLayout(home.root).run).filter((name) => name.startsWith("spare-"));
}

/** Waits until a spare has started `claude`, and returns the process ids of both. */
async function untilParked(home: TestHome): Promise<{ name: string; spare: number; claude: number }> {
  let found = { name: "", spare: 0, claude: 0 };
  await until(
    "a spare is ready",
    () => {
      const [name] = sparesIn(home).filter((each) => !each.endsWith(".out"));
      if (name === undefined) return false;
      const spare = pidOf(`--spare\0${homeLayout(home.root).run}/${name}`);
      const claude = pidOf(`${homeLayout(home.root).run}/${name}/gateway.sock`);
      if (spare === null || claude === null) return false;
      found = { name, spare, claude };
      return true;
    },
    60_000,
  );
  return found;
}

function pidOf(part: string): number | null {
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (readFileSync(`/proc/${name}/cmdline`, "utf8").includes(part)) return Number(name);
    } catch {
      // The process has ended.
    }
  }
  return null;
}

const isAlive = (pid: number): boolean => existsSync(`/proc/${pid}`);

interface Played {
  id: CommissionId;
  facts: string[];
}

async function play(home: TestHome, { client }: TestHall, more: object = {}): Promise<Played> {
  const { id } = await client.create({ worker: "researcher", task: "Compare three libraries.", ...more });
  expect(await untilEnded(client, id)).toMatchObject({ status: "completed", endedBy: "normal" });
  const journal = readFileSync(home.layout(id).journal(1), "utf8").trimEnd().split("\n");
  return { id, facts: journal.map((line) => (JSON.parse(line) as { type: string }).type) };
}

const outputOf = (home: TestHome, id: CommissionId) => readFileSync(home.layout(id).output(1), "utf8");

needsSandbox(
  "a spare that suits does and sends what a cold start does, another is not used, and none is left",
  async () => {
    const requests: unknown[][] = [];
    const model = Bun.serve({
      hostname: "127.0.0.1",
      port: 0,
      fetch: async (request) => {
        const { metadata: _, ...body } = (await request.json()) as { metadata: unknown };
        const own = requests.at(-1) ?? [];
        own.push(body);
        return streamed(own.length === 1 ? submitAnswer : answerText("Done."));
      },
    });
    const credential = { kind: "auth_token" as const, secret: "not-in-any-environment" };
    const handoff = { ...emptyHandoff, credential, baseUrl: `http://127.0.0.1:${model.port}` };
    const home = newHome();
    try {
      const hall = await home.open({ handoff, keepsSpares: true, program: calmHall });
      requests.push([]);
      const cold = await play(home, hall);
      const { spare, claude } = await untilParked(home);
      expect(readFileSync(`/proc/${claude}/environ`, "utf8")).not.toContain(credential.secret);
      requests.push([]);
      const warm = await play(home, hall);
      const [first, second] = requests;
      expect(second?.length).toBeGreaterThan(1);
      expect(second).toEqual(first as unknown[]);
      expect(warm.facts).toEqual(cold.facts);
      const [begun = ""] = readFileSync(home.layout(warm.id).journal(1), "utf8").split("\n");
      expect(JSON.parse(begun)).toMatchObject({ type: "bench.started", pid: spare });
      expect(outputOf(home, warm.id)).not.toContain("started anew");
      expect(isAlive(claude)).toBe(false);
      expect(existsSync(`${home.layout(warm.id).directory}/gateway.sock`)).toBe(false);
      const { claude: unsuited } = await untilParked(home);
      requests.push([]);
      await play(home, hall, { config: { maxTurns: 7 } });
      expect(isAlive(unsuited)).toBe(false);
      const { spare: unwanted } = await untilParked(home);
      writeFileSync(homeLayout(home.root).config, "spares: 0\n");
      await until("the setting has ended the spare", () => !isAlive(unwanted) && sparesIn(home).length === 0);
      writeFileSync(homeLayout(home.root).config, "spares: 1\n");
      const last = await untilParked(home);
      await hall.kill("SIGTERM");
      expect([isAlive(last.spare), isAlive(last.claude), sparesIn(home)]).toEqual([false, false, []]);
    } finally {
      await model.stop(true);
    }
  },
  120_000,
);
