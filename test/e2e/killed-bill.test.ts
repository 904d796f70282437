// A workbench is killed in the middle of an answer, and its bill with it: the budget is charged all the same.
import { afterEach, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { LedgerEvent } from "../../src/contract/commission/events.ts";
import { emptyHandoff } from "../../src/contract/home/handoff.ts";
import { packageName } from "../../src/contract/home/ids.ts";
import {
  answerText,
  canary,
  closeAll,
  openUpstream,
  silentAfter,
  streamed,
} from "../model/gateway/support.ts";
import { TestHome, until, untilEnded } from "../harness/hall.ts";
import { submitAnswer } from "../harness/model-answers.ts";

const home = new TestHome();
afterEach(async () => {
  await home.dispose();
  await closeAll();
});

test("what a killed workbench had under way is charged by its time, and what came after by its bill", async () => {
  const begun = answerText("Let me see. ".repeat(100)).split("event: message_delta")[0] ?? "";
  const upstream = openUpstream((n) => {
    if (n === 1) return silentAfter(begun);
    return streamed(upstream.seen.at(-1)?.body.includes("tool_result") ? answerText("Done.") : submitAnswer);
  });
  const credential = { kind: "api_key", secret: canary } as const;
  const { client } = await home.open({ handoff: { ...emptyHandoff, credential, baseUrl: upstream.url } });
  const { id } = await client.create({ worker: packageName.parse("researcher"), task: "Find it." });
  await until("it is asked for", () => upstream.seen.length === 1);
  const [bench] = eventsOf("bench.started");
  process.kill(bench?.pid ?? 0, "SIGKILL");
  expect(await untilEnded(client, id)).toMatchObject({ status: "completed", resumes: 1 });

  const [lost, ...settled] = eventsOf("model.sent");
  expect(eventsOf("model.answered").map(({ bench, request }) => [bench, request])).toEqual(
    settled.map(({ bench, request }) => [bench, request]),
  );
  const billed = eventsOf("model.answered").reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0);
  const { cost } = await client.detail(id);
  const charged = (cost.usd ?? 0) - billed;
  expect(lost?.bench).toBe(1);
  expect(charged).toBeGreaterThanOrEqual(lost?.inputUsd ?? Infinity);
  expect(charged).toBeLessThanOrEqual((lost?.inputUsd ?? 0) + (lost?.outputUsd ?? 0));

  function eventsOf<T extends LedgerEvent["type"]>(type: T): Extract<LedgerEvent, { type: T }>[] {
    const lines = readFileSync(home.layout(id).events, "utf8").trim().split("\n");
    const events = lines.map((line) => JSON.parse(line) as LedgerEvent);
    return events.filter((event): event is Extract<LedgerEvent, { type: T }> => event.type === type);
  }
}, 60_000);
