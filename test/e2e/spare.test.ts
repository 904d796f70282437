// A commission that finds a spare workbench is carried out as every other: the same facts in the same order, and the
// same requests to the model. Nothing of a spare is left behind.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { emptyHandoff, type Handoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { TestHome, type TestHall, until, untilEnded } from "../harness/hall.ts";
import { longTest } from "../harness/long.ts";
import { submitAnswer } from "../harness/model-answers.ts";
import { findSpare } from "../harness/spares.ts";
import { layPackage, workerOf } from "../harness/packages/packages.ts";
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
async function untilParked(home: TestHome): Promise<{ spare: number; claude: number }> {
  let found = { spare: 0, claude: 0 };
  await until(
    "a spare is ready",
    () => {
      const { spare, claude } = findSpare(home.root) ?? { spare: null, claude: null };
      if (spare === null || claude === null) return false;
      found = { spare, claude };
      return true;
    },
    60_000,
  );
  return found;
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

type Sent = Record<string, unknown>;

interface ModelHere {
  handoff: Handoff;
  /** The requests of each commission, without what differs each time. Begin a commission with a new list. */
  requests: Sent[][];
  stop(): Promise<void>;
}

/** Serves a model that has the worker submit its result with the first answer. */
function openModel(): ModelHere {
  const requests: Sent[][] = [];
  const model = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: async (request) => {
      const { metadata: _, ...body } = (await request.json()) as Sent;
      const own = requests.at(-1) ?? [];
      own.push(body);
      return streamed(own.length === 1 ? submitAnswer : answerText("Done."));
    },
  });
  const credential = { kind: "auth_token" as const, secret: "not-in-any-environment" };
  const handoff = { ...emptyHandoff, credential, baseUrl: `http://127.0.0.1:${model.port}` };
  return { handoff, requests, stop: () => model.stop(true) };
}

const sentAhead = "claude is sent the request";
const startedAnew = "started anew";

needsSandbox(
  "a spare that suits does and sends what a cold start does, another is not used, and none is left",
  async () => {
    const { handoff, requests, stop } = openModel();
    const home = newHome();
    try {
      const hall = await home.open({ handoff, keepsSpares: true, program: calmHall });
      const playNext = (more: object = {}) => {
        requests.push([]);
        return play(home, hall, more);
      };
      const cold = await playNext();
      const { spare, claude } = await untilParked(home);
      expect(readFileSync(`/proc/${claude}/environ`, "utf8")).not.toContain(handoff.credential?.secret ?? "");
      const warm = await playNext();
      const [begun = ""] = readFileSync(home.layout(warm.id).journal(1), "utf8").split("\n");
      expect(JSON.parse(begun)).toMatchObject({ type: "bench.started", pid: spare });
      expect(isAlive(claude)).toBe(false);
      expect(existsSync(`${home.layout(warm.id).directory}/gateway.sock`)).toBe(false);
      await untilParked(home);
      const ahead = await playNext();
      expect(outputOf(home, warm.id)).not.toContain(sentAhead);
      expect(outputOf(home, ahead.id)).toContain(sentAhead);
      const [first = []] = requests;
      expect(first.length).toBeGreaterThan(1);
      for (const [at, played] of [warm, ahead].entries()) {
        expect(requests[at + 1]).toEqual(first);
        expect(played.facts).toEqual(cold.facts);
        expect(outputOf(home, played.id)).not.toContain(startedAnew);
      }
      const { claude: unsuited } = await untilParked(home);
      await playNext({ config: { maxTurns: 7 } });
      expect(isAlive(unsuited)).toBe(false);
      const { spare: unwanted } = await untilParked(home);
      writeFileSync(homeLayout(home.root).config, "spares: 0\n");
      await until("the setting has ended the spare", () => !isAlive(unwanted) && sparesIn(home).length === 0);
      writeFileSync(homeLayout(home.root).config, "spares: 1\n");
      const last = await untilParked(home);
      await hall.kill("SIGTERM");
      expect([isAlive(last.spare), isAlive(last.claude), sparesIn(home)]).toEqual([false, false, []]);
    } finally {
      await stop();
    }
  },
  120_000,
);

const indexWith = (words: string) =>
  `export const activate = ({ posture, guidance }) => ({ systemPrompt: posture + guidance + ${JSON.stringify(words)} });\n`;

longTest.skipIf(isWithoutSandbox)(
  "a package that was edited while claude waited with its prompt is run as it is now",
  async () => {
    const { handoff, requests, stop } = openModel();
    const home = newHome();
    const directory = `${homeLayout(home.root).packages}/changing`;
    try {
      layPackage(directory, workerOf("changing"), { index: indexWith("as it was") });
      const hall = await home.open({ handoff, keepsSpares: true, program: calmHall });
      const playNext = () => {
        requests.push([]);
        return play(home, hall, { worker: "changing" });
      };
      for (let played = 0; played < 2; played += 1) {
        await playNext();
        await untilParked(home);
      }
      const { spare } = await untilParked(home);
      writeFileSync(`${directory}/index.ts`, indexWith("as it is now"));
      const { id } = await playNext();
      const [first] = requests.at(-1) ?? [];
      expect(JSON.stringify(first?.["system"])).toContain("as it is now");
      const [begun = ""] = readFileSync(home.layout(id).journal(1), "utf8").split("\n");
      expect(JSON.parse(begun)).toMatchObject({ type: "bench.started", pid: spare });
      expect(outputOf(home, id)).toContain(sentAhead);
      expect(outputOf(home, id)).toContain(startedAnew);
    } finally {
      await stop();
    }
  },
  120_000,
);
