// Taking an ended commission up again, on a real ledger, with workbenches that the test plays.
import { afterEach, expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import { memoryScope } from "../../../src/contract/memory/memory.ts";
import type { Conductor } from "../../../src/hall/dispatch/conductor.ts";
import { newUuid } from "../../../src/host/ids.ts";
import type { Command } from "../../../src/rules/commission/commands.ts";
import { begun, closeConductors, done, request, settled, setUpConductor } from "../../harness/conductor.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";

afterEach(closeConductors);

type Hall = Awaited<ReturnType<typeof setUpConductor>>;

const asked: FactBody = { type: "question.logged", callKey: "q", question: "Which one?" };
const fetched: FactBody = {
  type: "tool.called",
  callId: "c",
  tool: "WebSearch",
  input: "{}",
};
const outOfTurns: FactBody = { type: "session.ended", end: { how: "turns", limit: 3 } };

async function end({ bench, tell, ledger }: Hall, id: CommissionId, ...facts: FactBody[]): Promise<void> {
  await settled(() => bench.started.some((ref) => ref.id === id));
  const ref = { id, bench: 1 };
  bench.say(ref, ...begun, ...facts);
  bench.die(ref);
  tell(id);
  await settled(() => ledger.summary(id)?.endedAt !== null);
}

async function again(conductor: Conductor, id: CommissionId, more: object = {}, key: string | null = null) {
  const taken = await conductor.redispatch({ id, ...more }, key);
  if (!taken.ok) throw new Error(taken.problem.message);
  return taken.commission.record.request;
}

test("makes the same request again, as the next attempt, with the person's answers and words", async () => {
  const hall = await setUpConductor();
  const conductor = hall.open();
  const first = await hall.accept(conductor, {
    ...request,
    title: "A title",
    labels: ["one"],
    config: { maxTurns: 7 },
    checks: [{ command: "true" }],
    keepWorktree: true,
  });
  await end(hall, first, asked, outOfTurns);
  expect(await conductor.answer(first, { question: 1, answer: "The second." })).toMatchObject({ ok: true });
  const second = await again(conductor, first, { note: "Be quick." });
  expect(second).toMatchObject({
    worker: "researcher",
    title: "A title",
    task: "Look.",
    labels: ["one"],
    config: { maxTurns: 7 },
    checks: [{ command: "true" }],
    keepWorktree: true,
    rehearsal: "version: 1",
    createdBy: "person",
    continues: first,
    attempt: 2,
    untrusted: false,
    startAt: null,
  });
  expect(second.background).toContain("| The second.");
  expect(second.background).toContain("| Be quick.");
  expect(second.background).toContain("failed (turns)");
  expect(conductor.continuationOf(first)).toBe(second.id);
  await end(hall, second.id, done);
  const third = await again(conductor, second.id, { config: { maxBudgetUsd: 3 }, rehearsal: "version: 2" });
  expect(third).toMatchObject({ attempt: 3, rehearsal: "version: 2" });
  expect(third.config).toEqual({ maxTurns: 7, maxBudgetUsd: 3 });
  await end(hall, third.id, done);
  const fourth = await again(conductor, third.id, { config: { maxTurns: 3 } });
  expect(fourth.config).toEqual({ maxTurns: 3, maxBudgetUsd: 3 });
  expect(third.background).toContain("| The second."); // what was answered earlier still counts
});

test("one that went on from a run which had read words of strangers counts as one that has", async () => {
  const hall = await setUpConductor();
  const conductor = hall.open();
  const first = await hall.accept(conductor);
  await end(hall, first, fetched, done);
  const second = await again(conductor, first);
  expect(second.untrusted).toBe(true);
  expect((await hall.ledger.find(second.id))?.record.tainted).toBe(true);
  await end(hall, second.id, done);
  expect((await again(conductor, second.id)).untrusted).toBe(true);
});

test("is refused for one that goes on, that was taken up already, that is a chore, or that is not there", async () => {
  const hall = await setUpConductor();
  const conductor = hall.open();
  const first = await hall.accept(conductor);
  expect(await conductor.redispatch({ id: first }, null)).toMatchObject({
    problem: { code: "wrong_state", message: expect.stringContaining("has not ended") },
  });
  await end(hall, first, done);
  const second = await again(conductor, first);
  expect(await conductor.redispatch({ id: first }, null)).toMatchObject({
    problem: { code: "wrong_state", message: expect.stringContaining(second.id) },
  });
  expect(await conductor.redispatch({ id: commissionId.parse(newUuid()) }, null)).toMatchObject({
    problem: { code: "not_found" },
  });
  const chore = newRequest({
    rehearsal: "version: 1",
    createdBy: "hall",
    chore: {
      kind: "compaction",
      scope: memoryScope.parse("global"),
      entries: [],
      stays: [],
      keeps: null,
      tokens: 0,
      untrusted: false,
      rehearsed: false,
    },
  });
  await hall.ledger.create(chore);
  await conductor.cancel(chore.id, null);
  expect(await conductor.redispatch({ id: chore.id }, null)).toMatchObject({
    problem: { code: "wrong_state", message: expect.stringContaining("side work") },
  });
});

test("asked ten times at once it makes one; with a key the same reply comes again", async () => {
  const hall = await setUpConductor();
  const conductor = hall.open();
  const first = await hall.accept(conductor);
  await end(hall, first, done);
  const replies = await Promise.all(
    Array.from({ length: 10 }, () => conductor.redispatch({ id: first }, null)),
  );
  expect(replies.filter(({ ok }) => ok)).toHaveLength(1);
  const second = conductor.continuationOf(first) as CommissionId;
  await end(hall, second, done);
  const keyed = await Promise.all(
    Array.from({ length: 10 }, () => conductor.redispatch({ id: second }, "one-key")),
  );
  expect(new Set(keyed.map((reply) => reply.ok && reply.commission.record.request.id)).size).toBe(1);
  expect([...hall.ledger.summaries()]).toHaveLength(3);
});

test("the worker, the project and the limits are looked at anew", async () => {
  const hall = await setUpConductor();
  const conductor = hall.open();
  const first = await hall.accept(conductor);
  await end(hall, first, done);
  expect(await conductor.redispatch({ id: first, config: { tools: ["Bash"] } }, null)).toMatchObject({
    problem: { code: "widens" },
  });
  hall.deps.roster.find = async () => undefined;
  expect(await conductor.redispatch({ id: first }, null)).toMatchObject({
    problem: { code: "unknown_worker" },
  });
});

const oid = "a".repeat(40);

/** One whose branch was left in this state, as its ledger has it. */
async function leftBehind({ ledger }: Hall, state: "kept" | "conflict" | "merged" | "unchanged") {
  const old = newRequest({ rehearsal: "version: 1" });
  await ledger.create(old);
  const tip = state === "unchanged" ? null : oid;
  const tree: Extract<EventBody, { type: "finish.applied" }>["tree"] = {
    state,
    tip,
    branch: "claude/commission/x",
    commit: null,
    conflicts: [],
    trashed: null,
    keptWorktree: false,
  };
  const commands: Command[] = [
    { do: "cancel", by: "person", reason: "enough" },
    { do: "record-applied", artifacts: [], problems: [], tree },
    { do: "settle" },
  ];
  const ended = await ledger.execute(old.id, commands);
  if (!ended.ok) throw new Error(ended.problem.message);
  return old.id;
}

test.each([
  ["kept", {}, oid],
  ["conflict", {}, null], // whatever is added to such a branch conflicts again
  ["merged", {}, null],
  ["unchanged", {}, null],
  ["kept", { fresh: true }, null],
  ["conflict", { fresh: true }, null],
] as const)("from a branch that is %s, asked for with %j, it begins at %p", async (state, order, startAt) => {
  const hall = await setUpConductor();
  hall.setSlots(0);
  const conductor = hall.open();
  const old = await leftBehind(hall, state);
  expect((await again(conductor, old, order)).startAt).toBe(startAt);
});

test("what was there when it first started need not be there any more; for one that never started it must", async () => {
  const hall = await setUpConductor();
  const conductor = hall.open();
  const first = await hall.accept(conductor);
  await end(hall, first, done);
  const second = await hall.accept(conductor, { ...request, after: [first] });
  await end(hall, second, outOfTurns);
  hall.setSlots(0);
  const waiting = await hall.accept(conductor, { ...request, after: [first] });
  await conductor.cancel(waiting, null);
  await conductor.remove(first, false);
  expect((await again(conductor, second)).after).toEqual([]);
  const never = await again(conductor, waiting);
  expect(never.after).toEqual([first]);
  expect(hall.ledger.summary(never.id)).toMatchObject({
    status: "blocked",
    blockedBy: [expect.stringContaining("was deleted")],
  });
});

test("a redispatch that was deleted gives way to another", async () => {
  const hall = await setUpConductor();
  const conductor = hall.open();
  const first = await hall.accept(conductor);
  await end(hall, first, done);
  const second = await again(conductor, first);
  await end(hall, second.id, done);
  await conductor.remove(second.id, false);
  expect(conductor.continuationOf(first)).toBeUndefined();
  expect((await again(conductor, first)).attempt).toBe(2);
});
