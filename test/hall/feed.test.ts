// What the event stream is told beside the ledger's own changes: on a real ledger, which changes need somebody.
import { afterEach, expect, test } from "bun:test";
import type { AcceptedRequest } from "../../src/contract/commission/commission.ts";
import type { FactBody } from "../../src/contract/commission/facts.ts";
import type { CommissionId } from "../../src/contract/home/ids.ts";
import { type CompactionChore, memoryKey, memoryScope } from "../../src/contract/memory/memory.ts";
import type { QuotaPause } from "../../src/contract/commission/quota.ts";
import type { StreamMessage } from "../../src/contract/api/stream.ts";
import { createFeed } from "../../src/hall/http/stream/feed.ts";
import { createNews } from "../../src/hall/http/stream/news.ts";
import { tellingQuota } from "../../src/hall/operations/quota-file.ts";
import type { Ledger } from "../../src/store/ledger/ledger.ts";
import type { Command } from "../../src/rules/commission/commands.ts";
import type { ExitPolicy } from "../../src/rules/commission/exits.ts";
import { newRequest, openSomeLedger, someHome } from "../harness/ledger/some-ledger.ts";

const policy: ExitPolicy = {
  maxResumes: 0,
  maxFalseStarts: 0,
  maxReturns: 0,
  canPause: false,
  backOffMs: [],
};
const at = "2026-11-15T09:01:00.000Z";

const opened: Ledger[] = [];
afterEach(async () => {
  for (const ledger of opened.splice(0)) await ledger.close();
});

async function setUp(home = someHome(), hasModel = true) {
  const ledger = await openSomeLedger(home);
  opened.push(ledger);
  const news = createNews();
  const feed = createFeed({ ledger, news, hasModel });
  const heard: StreamMessage[] = [];
  feed.subscribe((message) => void heard.push(message));
  /** What was told of the hall since the last time this was asked. */
  const told = () => heard.splice(0).flatMap((message) => (message.type === "hall" ? [message.what] : []));
  return { home, ledger, news, feed, heard, told };
}

async function begin(ledger: Ledger, changes: Partial<AcceptedRequest> = {}) {
  const request = newRequest(changes);
  const { id } = request;
  await ledger.create(request);
  let benchSeq = 0;
  const take = async (...facts: FactBody[]) => {
    for (const fact of facts) {
      benchSeq += 1;
      await done(ledger, id, { do: "take-fact", bench: 1, benchSeq, at, fact });
    }
  };
  await done(ledger, id, { do: "dispatch", sandbox: "bubblewrap", limits: { maxTurns: 9, maxBudgetUsd: 1 } });
  await take({ type: "bench.started", pid: 10, startTime: "7", bootId: "b", version: "1" });
  return { id, take };
}

async function done(ledger: Ledger, id: CommissionId, ...commands: Command[]): Promise<void> {
  expect(await ledger.execute(id, commands)).toMatchObject({ ok: true });
}

const broken: FactBody = { type: "session.ended", end: { how: "api", status: null, message: "no" } };
const over: FactBody = { type: "session.ended", end: { how: "normal", finalText: "done" } };
const asked = (callKey: string): FactBody => ({
  type: "question.logged",
  callKey,
  question: `Which ${callKey}?`,
});
const applied: Extract<Command, { do: "record-applied" }> = {
  do: "record-applied",
  artifacts: [],
  problems: [],
};

async function end(ledger: Ledger, id: CommissionId, how: Command = applied): Promise<void> {
  await done(ledger, id, { do: "conclude", policy, now: 0 }, how, { do: "settle" });
}

test("each change of the ledger that changes what needs a person is told of, and no other", async () => {
  const { ledger, feed, told } = await setUp();
  const { id, take } = await begin(ledger);
  expect(told()).toEqual([]);
  await take({ type: "progress.reported", callKey: "p", summary: "Reading" });
  expect(told()).toEqual([]);
  await take(asked("q1"));
  expect(told()).toEqual(["attention"]);
  await take(asked("q2"));
  expect(told()).toEqual(["attention"]);
  await done(ledger, id, { do: "answer", number: 1, answer: "All.", by: "person" });
  expect(told()).toEqual(["attention"]);
  await take(broken);
  await end(ledger, id);
  expect(told()).toEqual(["attention"]);
  const next = newRequest({ continues: id, attempt: 2 });
  await ledger.create(next);
  expect(told()).toEqual(["attention"]);
  await done(ledger, next.id, { do: "cancel", by: "person", reason: "enough" }, applied, { do: "settle" });
  expect(told()).toEqual([]);
  await ledger.remove(next.id, "for-good");
  feed.deleted(next.id);
  // The work that it went on with needs somebody again.
  expect(told()).toEqual(["attention"]);
});

test("in a hall without a key each commission that begins or ceases to wait for one is told of", async () => {
  const { ledger, told } = await setUp(someHome(), false);
  const waiting = newRequest();
  await ledger.create(waiting);
  expect(told()).toEqual(["attention"]);
  await ledger.create(newRequest({ rehearsal: "turns: []" }));
  expect(told()).toEqual([]);
  await done(ledger, waiting.id, { do: "cancel", by: "person", reason: "enough" });
  expect(told()).toEqual(["attention"]);
});

test("what needed a person before the hall was started is known", async () => {
  const first = await setUp();
  const { id, take } = await begin(first.ledger);
  await take(asked("q1"), over);
  await end(first.ledger, id);
  await first.ledger.close();
  const { ledger, told } = await setUp(first.home);
  await done(ledger, id, { do: "answer", number: 1, answer: "All.", by: "person" });
  expect(told()).toEqual(["attention"]);
});

test("the commission comes before the word that something needs a person", async () => {
  const { ledger, heard } = await setUp();
  const { take } = await begin(ledger);
  heard.splice(0);
  await take(asked("q1"));
  expect(heard.map(({ type }) => type)).toEqual(["commission", "hall"]);
});

const scope = memoryScope.parse("global");

test("what a worker writes to the memory is told of", async () => {
  const { ledger, told } = await setUp();
  const { take } = await begin(ledger);
  const entry = { scope, key: memoryKey.parse("notes"), version: 1 };
  await take({ type: "memory.read", callKey: "r", untrusted: false, ...entry });
  expect(told()).toEqual([]);
  await take({ type: "memory.written", callKey: "w", ...entry });
  expect(told()).toEqual(["memory"]);
});

test("that a scope was condensed is told of", async () => {
  const { ledger, told } = await setUp();
  const none = { entries: [], stays: [], keeps: null, tokens: 0, untrusted: false, rehearsed: false };
  const chore: CompactionChore = { kind: "compaction", scope, ...none };
  const { id, take } = await begin(ledger, { chore, createdBy: "hall" });
  await take(over);
  await end(ledger, id, { ...applied, chore: { condensed: [], stayed: [], note: "Done." } });
  expect(told()).toEqual(["memory"]);
});

test("that something of the hall changed is told of, and with it that somebody may be needed", async () => {
  const { news, told } = await setUp();
  for (const what of ["config", "members", "roster", "quota", "projects", "status"] as const) {
    news.tell(what);
    expect(told()).toEqual([what, "attention"]);
  }
  news.tell("memory");
  expect(told()).toEqual(["memory"]);
});

test("that the quota is spent, and free again, is told of when it is known", async () => {
  const { news, told } = await setUp();
  const held: { pause: QuotaPause | null } = { pause: null };
  const seen: unknown[] = [];
  const quota = tellingQuota(
    {
      problems: [],
      current: () => held.pause,
      replace: async (pause) => void (held.pause = pause),
    },
    news,
  );
  news.subscribe(() => void seen.push(quota.current()));
  const pause = { pausedUntil: at, since: at, byCommission: null, message: "m", probe: null };
  await quota.replace(pause);
  await quota.replace(null);
  expect(told()).toEqual(["quota", "attention", "quota", "attention"]);
  expect(seen).toEqual([pause, pause, null, null]);
});
