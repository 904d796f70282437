// Who there is and what one of them is, from a person's end: the real hall, with work on record that nobody had to do.
import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdirSync, readFileSync } from "node:fs";
import type { z } from "zod";
import { homeLayout } from "../../../src/contract/home/home-layout.ts";
import { memoryKey, memoryScope } from "../../../src/contract/memory/memory.ts";
import { memberWorkerEntry, workerEntry, workerList } from "../../../src/contract/package/roster.ts";
import { workerName } from "../../../src/contract/member/member.ts";
import { workerDetail } from "../../../src/contract/package/worker-record.ts";
import { carryOut } from "../../harness/ledger/ended-work.ts";
import { TestHome } from "../../harness/hall.ts";
import { answeredOnce } from "../../harness/ledger/histories.ts";
import { openSomeLedger } from "../../harness/ledger/some-ledger.ts";
import { runHere } from "../support.ts";

const home = new TestHome();
const workers = (...args: string[]) => runHere(["workers", ...args], { home: home.root });
const parsed = async <S extends z.ZodType>(shape: S, ...args: string[]): Promise<z.infer<S>> =>
  shape.parse(JSON.parse((await workers(...args, "--json")).out));

beforeAll(async () => {
  const layout = homeLayout(home.root);
  for (const path of [layout.run, layout.logs, layout.commissions, layout.trash])
    mkdirSync(path, { recursive: true });
  const ledger = await openSomeLedger(layout);
  const facts = [{ ...answeredOnce, costUsd: 0.5 }];
  await carryOut(ledger, { facts });
  await carryOut(ledger, { facts, request: { worker: workerName.parse("member:researcher") } });
  await carryOut(ledger, { facts, end: { how: "turns", limit: 1 } });
  await carryOut(ledger, { facts, request: { rehearsal: "turns: [{ say: hello }]" } });
  await ledger.close();
  const { client } = await home.open();
  const place = { scope: memoryScope.parse("worker:researcher"), key: memoryKey.parse("ports") };
  await client.memory.write(place, { content: "It is 9090." });
});

afterAll(() => home.dispose());

test("each worker of the list has its record, a guild member its own", async () => {
  const { workers: listed } = await parsed(workerList);
  const record = (name: string) => listed.find((each) => each.name === name)?.record;
  expect(record("researcher")).toMatchObject({ completed: 1, claimed: 1, failed: 1, rehearsed: 1, usd: 1 });
  expect(record("member:researcher")).toMatchObject({ completed: 1, failed: 0, usd: 0.5 });
  expect(record("writer")).toMatchObject({ completed: 0, usd: 0, medianSeconds: null });
});

test("one worker is shown with its record, its memory and what it is told to be", async () => {
  const posture = readFileSync("workers/researcher/posture.md", "utf8");
  const detail = await parsed(workerDetail, "researcher");
  expect(detail).toMatchObject({
    posture,
    memory: { scope: "worker:researcher", entries: 1 },
    worker: { kind: "package", record: { completed: 1 } },
  });
  expect(workerEntry.parse(detail.worker).problems).toEqual([]);
  const { out } = await workers("researcher");
  expect(out).toContain("record: 1 completed (1 claimed), 1 failed, $1.00, median time 0:");
  expect(out).toContain("1 rehearsed (counted apart)");
  expect(out).toContain('memory: 1 entry, about 3 tokens; "guild-hall memory list worker:researcher" shows');
  expect(out).toContain(posture.trimEnd());
});

test("a guild member has neither posture nor memory here", async () => {
  const detail = await parsed(workerDetail, "member:researcher");
  expect(detail).toMatchObject({ posture: null, memory: null });
  expect(memberWorkerEntry.parse(detail.worker).record.completed).toBe(1);
  expect((await workers("member:researcher")).out).toContain("record: 1 completed (1 claimed), $0.50");
});

test.each([
  ["nobody", 'There is no worker "nobody".'],
  ["package:nobody", 'There is no worker "nobody".'],
  ["member:nobody", 'There is no worker "member:nobody".'],
  ["No Name", "expected a lower-case name"],
])("%s is not there", async (name, message) => {
  const { code, err } = await workers(name);
  expect([code, err]).toEqual([1, expect.stringContaining(message)]);
});
