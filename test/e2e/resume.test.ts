// Pulling the plug on a running commission, for real: whatever dies, its session goes on and hands in one result.
import { afterEach, describe, expect, test } from "bun:test";
import { readFileSync, rmSync } from "node:fs";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import { type CommissionId, packageName } from "../../src/contract/home/ids.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { progress, script, submit } from "../harness/rehearsals.ts";
import { familyOf, readProcess } from "../harness/find-text.ts";
import { longTest } from "../harness/long.ts";

const homes: TestHome[] = [];
function newHome(): TestHome {
  const home = new TestHome();
  homes.push(home);
  return home;
}
afterEach(async () => {
  for (const home of homes.splice(0)) await home.dispose();
});

const worker = packageName.parse("researcher");
const task = "Find out how OAuth is used here.";
const decided = { question: "Which?", decision: "This.", reasoning: "Because." };
const deciding = { use: [{ tool: "mcp__base__record_decision", input: decided }] };
const slowly = script([
  { ...deciding, use: [...deciding.use, ...(progress("Begun.").use ?? [])] },
  { ...progress("Slowly."), delayMs: 2500 },
  submit(),
  { say: "Done." },
]);

function events(home: TestHome, id: CommissionId): LedgerEvent[] {
  const lines = readFileSync(home.layout(id).events, "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as LedgerEvent);
}

function ofType<T extends LedgerEvent["type"]>(all: readonly LedgerEvent[], type: T) {
  return all.filter((event): event is Extract<LedgerEvent, { type: T }> => event.type === type);
}

describe("a commission whose workbench is killed", () => {
  test("is resumed in the same session by the hall that took it over, noticed within two seconds", async () => {
    const home = newHome();
    const first = await home.open();
    const { id } = await first.client.create({ worker, task, rehearsal: slowly });
    await until("progress", async () => (await first.client.detail(id)).summary === "Begun.");
    await first.kill("SIGKILL");
    const { client } = await home.open();
    const [bench] = ofType(events(home, id), "bench.started");
    process.kill(bench?.pid ?? 0, "SIGKILL");
    const killedAt = Date.now();
    await until("it is lost", () => ofType(events(home, id), "workbench.lost").length === 1);
    expect(Date.now() - killedAt).toBeLessThan(2000);
    await until("it waits", async () => (await client.detail(id)).lastLoss !== null);
    expect(await client.detail(id)).toMatchObject({
      resumes: 1,
      lastLoss: {
        cause: "crash",
        message: expect.stringContaining("without saying how its session ended. It printed "),
      },
    });
    expect(await untilEnded(client, id)).toMatchObject({
      status: "completed",
      endedBy: "normal",
      anomaly: null,
      resumes: 1,
      decisions: [decided],
      turns: 4,
    });
    const all = events(home, id);
    expect(ofType(all, "session.resumed")).toMatchObject([
      { bench: 2, fresh: false, message: expect.stringContaining("> Which? → This.") },
    ]);
    expect(new Set(ofType(all, "session.started").map(({ sessionId }) => sessionId)).size).toBe(1);
    expect(ofType(all, "session.started")).toHaveLength(2);
    expect(ofType(all, "result.submitted")).toHaveLength(1);
  }, 60_000);
});

describe("a commission whose claude is killed", () => {
  longTest(
    "goes on afresh, with the task and what is on record, where its session is not there any more",
    async () => {
      const home = newHome();
      const { client } = await home.open();
      const { id } = await client.create({ worker, task, rehearsal: slowly });
      await until("progress", async () => (await client.detail(id)).summary === "Begun.");
      for (const pid of claudesOf(home, id)) process.kill(pid, "SIGKILL");
      await until("it is to be resumed", async () => (await client.detail(id)).status === "pending");
      rmSync(`${home.layout(id).session}/config`, { recursive: true });
      expect(await untilEnded(client, id)).toMatchObject({
        status: "completed",
        endedBy: "normal",
        resumes: 1,
        decisions: [decided],
        lastLoss: { cause: "crash", message: expect.stringContaining("claude was ended") },
      });
      const all = events(home, id);
      expect(ofType(all, "session.resumed")).toMatchObject([
        { fresh: false, sessionId: expect.any(String) },
        { fresh: true, sessionId: null, message: expect.stringContaining("> Begun.") },
      ]);
      expect(new Set(ofType(all, "session.started").map(({ sessionId }) => sessionId)).size).toBe(2);
      // The script starts anew with the session, and its decision is on record once all the same.
      expect(ofType(all, "decision.recorded")).toHaveLength(2);
      expect(ofType(all, "result.submitted")).toHaveLength(1);
    },
    60_000,
  );
});

describe("a hall that is stopped with its work", () => {
  longTest(
    "leaves nothing at work, and the next one goes on with it at no charge",
    async () => {
      const home = newHome();
      const first = await home.open();
      const { id } = await first.client.create({ worker, task, rehearsal: slowly });
      await until("progress", async () => (await first.client.detail(id)).summary === "Begun.");
      const [bench] = ofType(events(home, id), "bench.started");
      const begun = performance.now();
      expect(await first.client.stop({ stopWork: true })).toEqual({ stopped: [id], left: [] });
      expect(performance.now() - begun).toBeLessThan(3000);
      expect(readProcess(bench?.pid ?? 0)).toBeUndefined();
      await first.ended;
      expect(ofType(events(home, id), "commission.requeued")).toMatchObject([{ cause: "stop" }]);
      const { client } = await home.open();
      expect(await untilEnded(client, id)).toMatchObject({
        status: "completed",
        endedBy: "normal",
        resumes: 0,
      });
      const all = events(home, id);
      expect(ofType(all, "session.resumed")).toMatchObject([{ fresh: false }]);
      expect(new Set(ofType(all, "session.started").map(({ sessionId }) => sessionId)).size).toBe(1);
      expect(ofType(all, "result.submitted")).toHaveLength(1);
    },
    60_000,
  );
});

/** What the workbench started: `claude` and its containment. */
function claudesOf(home: TestHome, id: CommissionId): number[] {
  const [bench] = ofType(events(home, id), "bench.started");
  return familyOf(bench?.pid ?? 0)
    .map(({ pid }) => pid)
    .filter((pid) => pid !== bench?.pid);
}
