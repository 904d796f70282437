// A quota that is spent and comes back, with everything real but the model's endpoint.
import { afterEach, expect, test } from "bun:test";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { emptyHandoff, type Handoff } from "../../src/contract/home/handoff.ts";
import { homeLayout } from "../../src/contract/home/home-layout.ts";
import { type CommissionId, packageName } from "../../src/contract/home/ids.ts";
import { quotaFile } from "../../src/contract/commission/quota.ts";
import { systemLocks } from "../../src/host/processes/locks.ts";
import { answerText, apiError, canary, closeAll, openUpstream, streamed } from "../model/gateway/support.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { submitAnswer } from "../harness/model-answers.ts";

const home = new TestHome();
afterEach(async () => {
  await home.dispose();
  await closeAll();
});

const asked = { worker: packageName.parse("researcher"), task: "Find it." };

test("a spent quota pauses, survives a killed hall, and is tried by one before the others follow", async () => {
  let isSpent = true;
  const upstream = openUpstream(() => answer(upstream.seen.at(-1)?.body ?? "", isSpent));
  const handoff: Handoff = {
    ...emptyHandoff,
    credential: { kind: "api_key", secret: canary },
    baseUrl: upstream.url,
  };
  const first = await home.open({ handoff });
  const paused = await first.client.create(asked);
  await until("it is paused", async () => (await first.client.detail(paused.id)).status === "paused");
  const waiting = await first.client.create(asked);
  await until("the other waits", async () => (await first.client.detail(waiting.id)).waitingFor !== null);

  const status = await first.client.status();
  expect(status).toMatchObject({
    slots: { used: 0 },
    waiting: { reason: "quota" },
    quota: { byCommission: paused.id, message: "All used up.", probe: null },
  });
  const { commissions } = await first.client.list();
  const message = `The quota is used up until ${status.quota?.pausedUntil}.`;
  expect(commissions.map((each) => [each.status, each.waitingFor])).toEqual([
    ["pending", message],
    ["paused", message],
  ]);
  expect(systemLocks.isHeld(home.layout(paused.id).benchLock)).toBe(false);
  const sent = upstream.seen.length;

  await first.kill("SIGKILL");
  isSpent = false;
  resetInASecond(homeLayout(home.root).quota);
  const second = await home.open({ handoff });
  expect(await untilEnded(second.client, paused.id)).toMatchObject({ status: "completed" });
  expect(await untilEnded(second.client, waiting.id)).toMatchObject({ status: "completed" });
  expect((await second.client.status()).quota).toBeNull();
  expect(upstream.seen.length).toBeGreaterThan(sent);
  // One session goes on after the pause; another commission has another, and neither outlives its commission.
  expect(sessionsOf(paused.id)).toHaveLength(2);
  expect(new Set(sessionsOf(paused.id)).size).toBe(1);
  expect(sessionsOf(waiting.id)).toHaveLength(1);
  expect(sessionsOf(paused.id)).not.toContain(sessionsOf(waiting.id)[0]);
  for (const { id } of [paused, waiting]) expect(existsSync(home.layout(id).session)).toBe(false);
  const answeredAt = /"at":"([^"]+)","type":"model.answered"/.exec(ledger(paused.id))?.[1] ?? "";
  const startedAt = (await second.client.detail(waiting.id)).startedAt ?? "";
  expect(Date.parse(startedAt)).toBeGreaterThanOrEqual(Date.parse(answeredAt));
}, 60_000);

function sessionsOf(id: CommissionId): string[] {
  return [...ledger(id).matchAll(/"type":"session.started","sessionId":"([^"]+)"/g)].map(
    ([, session]) => session ?? "",
  );
}

function ledger(id: CommissionId): string {
  return readFileSync(home.layout(id).events, "utf8");
}

/** The model hands in a result, and then has nothing more to say. */
function answer(body: string, isSpent: boolean): Response {
  if (isSpent) return apiError(429, "All used up.", { "retry-after": "3600" });
  return streamed(body.includes("tool_result") ? answerText("Done.") : submitAnswer);
}

/** An hour is too long for a test. The key is nowhere in the file. */
function resetInASecond(path: string): void {
  const text = readFileSync(path, "utf8");
  expect(text).not.toContain(canary);
  const file = quotaFile.parse(JSON.parse(text));
  for (const pause of Object.values(file.credentials))
    pause.pausedUntil = new Date(Date.now() + 1000).toISOString();
  writeFileSync(path, JSON.stringify(file));
}
