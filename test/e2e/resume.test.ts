// Pulling the plug on a running commission, for real: whatever dies, its session goes on and hands in one result.
import { afterEach, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { LedgerEvent } from "../../src/contract/events.ts";
import { type CommissionId, packageName } from "../../src/contract/ids.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { progress, script, submit } from "../harness/rehearsals.ts";

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
      lastLoss: { cause: "crash", message: expect.stringContaining("without saying how") },
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
