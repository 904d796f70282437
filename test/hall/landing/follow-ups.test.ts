// Finished work that was sent back, when the commission that continues it ends without any work: the earlier work can
// be decided on again, also if the hall dies before it has written so.
import { afterEach, describe, expect, test } from "bun:test";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { createLandings } from "../../../src/hall/landing/landings.ts";
import { closeConductors, request, settled } from "../../harness/conductor.ts";
import { accept, finishedWork, setUpIdle, tip, undo, words } from "../../harness/git/finished-work.ts";
import { keptAt, someTree } from "../../harness/ledger/checked.ts";

afterEach(closeConductors);

type Stage = Awaited<ReturnType<typeof setUpIdle>>;

/** Finished work that was sent back, and the commission that continues it. */
async function sentBack(state = "ready") {
  const hall = await setUpIdle();
  const old = await finishedWork(hall, { land: "review" }, state);
  const reply = await hall.conductor.sendBack({ id: old, ...words }, "one-key");
  if (!reply.ok) throw new Error(reply.problem.message);
  return { ...hall, old, next: reply.commission.record.request.id };
}

const stateOf = ({ ledger }: Pick<Stage, "ledger">, id: CommissionId) => ledger.summary(id)?.landing?.state;

async function typesOf({ ledger }: Pick<Stage, "ledger">, id: CommissionId): Promise<string[]> {
  const types = ((await ledger.events(id)) ?? []).map(({ type }) => type as string);
  return types.filter((type) => type.startsWith("landing."));
}

/** The part of the hall that carries out acts, as far as it refuses them. */
function landingsOf({ ledger, deps, latest, clock }: Stage) {
  const notHere = () => Promise.reject(new Error("not here"));
  return createLandings({
    ledger,
    trees: { ...deps.trees, inTurn: notHere },
    projectChecks: () => [],
    continuationOf: (id) => latest().continuationOf(id),
    prove: notHere,
    clock,
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
  });
}

/** Ends the commission as its workbench would: it has finished, and changed nothing or something. */
async function ended({ ledger }: Pick<Stage, "ledger">, id: CommissionId, changed: boolean): Promise<void> {
  const end = { how: "normal", finalText: "Done." } as const;
  const policy = { maxResumes: 0, maxFalseStarts: 3, maxReturns: 0, canPause: false, backOffMs: [1000] };
  const at = new Date().toISOString();
  const tree = changed ? keptAt(tip) : { ...keptAt(tip), state: "unchanged" as const, tip: null };
  const done = await ledger.execute(id, [
    { do: "dispatch", sandbox: "process", limits: { maxTurns: 9, maxBudgetUsd: 5 }, tree: someTree },
    { do: "take-fact", bench: 1, benchSeq: 1, at, fact: { type: "session.ended", end, ms: 1 } },
    { do: "conclude", policy, now: 0 },
    { do: "record-applied", artifacts: [], problems: [], tree },
    { do: "settle" },
  ]);
  if (!done.ok) throw new Error(done.problem.message);
}

describe("work whose follow-up came to nothing", () => {
  test.each([
    ["ready", "ready"],
    ["merged", "merged"],
  ])("was cancelled: %s work is that again, and may be decided on", async (before, after) => {
    const hall = await sentBack(before);
    await hall.conductor.cancel(hall.next, null);
    await settled(() => stateOf(hall, hall.old) === after);
    expect(await typesOf(hall, hall.old)).toEqual(["landing.sent_back", "landing.returned"]);
    const rejected = await landingsOf(hall).reject(hall.old, "Not like this.");
    expect(rejected.ok).toBe(true);
  });

  test("was accepted before it was sent back: it is accepted again", async () => {
    const hall = await setUpIdle();
    const old = await finishedWork(hall, { land: "review" });
    await hall.ledger.execute(old, accept);
    const reply = await hall.conductor.sendBack({ id: old, ...words }, null);
    if (!reply.ok) throw new Error(reply.problem.message);
    await hall.conductor.cancel(reply.commission.record.request.id, null);
    await settled(() => stateOf(hall, old) === "accepted");
  });

  test.each([
    ["accepted", "ready", accept],
    ["merged", "merged", []],
  ])(
    "was %s before: work that waits for it is freed when that is on record again",
    async (_what, state, done) => {
      const hall = await setUpIdle();
      const old = await finishedWork(hall, { land: state === "merged" ? "integration" : "review" }, state);
      if (done.length > 0) await hall.ledger.execute(old, done);
      const reply = await hall.conductor.sendBack({ id: old, ...words }, null);
      if (!reply.ok) throw new Error(reply.problem.message);
      const waiting = await hall.conductor.accept({ ...request, after: [old] }, null);
      if (!waiting.ok) throw new Error(waiting.problem.message);
      const { id } = waiting.commission.record.request;
      expect(hall.ledger.summary(id)?.status).toBe("blocked");
      await hall.conductor.cancel(reply.commission.record.request.id, null);
      await settled(() => hall.ledger.summary(id)?.status !== "blocked");
    },
  );

  test("was merged before: work that waits for it is freed when the follow-up is rejected", async () => {
    const hall = await sentBack("merged");
    const waiting = await hall.conductor.accept({ ...request, after: [hall.old] }, null);
    if (!waiting.ok) throw new Error(waiting.problem.message);
    const { id } = waiting.commission.record.request;
    await ended(hall, hall.next, true);
    expect(hall.ledger.summary(id)?.status).toBe("blocked");
    expect((await landingsOf(hall).reject(hall.next, null)).ok).toBe(true);
    await settled(() => hall.ledger.summary(id)?.status !== "blocked");
  });

  test("changed nothing: the earlier work is accepted", async () => {
    const hall = await sentBack();
    await ended(hall, hall.next, false);
    await settled(() => stateOf(hall, hall.old) === "ready");
    expect((await landingsOf(hall).accept(hall.old)).ok).toBe(true);
  });

  test("stays sent back while it is at work, and when it has work", async () => {
    const hall = await sentBack();
    expect(await landingsOf(hall).accept(hall.old)).toMatchObject({ ok: false });
    await ended(hall, hall.next, true);
    await hall.conductor.inTurn(hall.old, () => landingsOf(hall).accept(hall.old));
    expect(await typesOf(hall, hall.old)).toEqual(["landing.sent_back"]);
  });

  test("is not decided on while another attempt at the follow-up is at work", async () => {
    const hall = await sentBack();
    await hall.conductor.cancel(hall.next, null);
    await settled(() => stateOf(hall, hall.old) === "ready");
    const again = await hall.conductor.redispatch({ id: hall.next }, null);
    if (!again.ok) throw new Error(again.problem.message);
    const third = again.commission.record.request.id;
    const told = `It is continued by ${third}, which has its work: decide on that instead.`;
    for (const act of ["accept", "reject"] as const)
      expect(await landingsOf(hall)[act](hall.old, null)).toMatchObject({ problem: { message: told } });
    await hall.conductor.cancel(third, null);
    expect((await landingsOf(hall).accept(hall.old)).ok).toBe(true);
  });

  test("comes back also if its undoing, asked for meanwhile, stops", async () => {
    const hall = await sentBack("merged");
    await hall.ledger.execute(hall.old, undo.slice(0, 1));
    await hall.conductor.cancel(hall.next, null);
    await settled(async () => (await typesOf(hall, hall.old)).includes("landing.returned"));
    await hall.ledger.execute(hall.old, [
      {
        do: "stop-landing",
        stop: { act: "undo", cause: "checks", message: "red", conflicts: [], standing: [], checks: [] },
      },
    ]);
    expect(stateOf(hall, hall.old)).toBe("merged");
  });

  test("is not sent back once more by a repeated request, nor by a restart", async () => {
    const hall = await sentBack();
    await hall.conductor.cancel(hall.next, null);
    await settled(() => stateOf(hall, hall.old) === "ready");
    const repeated = await hall.conductor.sendBack({ id: hall.old, ...words }, "one-key");
    expect(repeated).toMatchObject({ ok: true, commission: { record: { request: { id: hall.next } } } });
    hall.open().recover();
    await hall.latest().inTurn(hall.old, async () => repeated);
    expect(await typesOf(hall, hall.old)).toEqual(["landing.sent_back", "landing.returned"]);
  });
});

describe("a follow-up with work of its own is deleted", () => {
  test.each(["ready", "merged"])("%s work is that again, and may be decided on", async (before) => {
    const hall = await sentBack(before);
    await ended(hall, hall.next, true);
    expect(await hall.conductor.remove(hall.next, false)).toMatchObject({ ok: true });
    expect(stateOf(hall, hall.old)).toBe(before);
    const rejected = await hall.conductor.inTurn(hall.old, () => landingsOf(hall).reject(hall.old, null));
    expect(rejected.ok).toBe(true);
  });

  test("merged with the work that it continues: the earlier work is not the person's again", async () => {
    const hall = await sentBack();
    await ended(hall, hall.next, true);
    await hall.ledger.execute(hall.next, accept);
    expect(await hall.conductor.remove(hall.next, false)).toMatchObject({ ok: true });
    expect(stateOf(hall, hall.old)).toBe("sent_back");
  });

  test("killed after the line, before the deletion: the next hall has the work sent back", async () => {
    const hall = await sentBack();
    await ended(hall, hall.next, true);
    const { remove } = hall.deps.ledger;
    hall.deps.ledger.remove = () => Promise.reject(new Error("killed"));
    expect(hall.conductor.remove(hall.next, false)).rejects.toThrow("killed");
    await settled(() => stateOf(hall, hall.old) === "ready");
    hall.deps.ledger.remove = remove;
    hall.open().recover();
    await settled(() => stateOf(hall, hall.old) === "sent_back");
    expect(await hall.latest().remove(hall.next, false)).toMatchObject({ ok: true });
    expect(stateOf(hall, hall.old)).toBe("ready");
  });

  test("an act on the earlier work that is asked for meanwhile finds it deleted", async () => {
    const hall = await sentBack();
    await ended(hall, hall.next, true);
    const [removed, accepted] = await Promise.all([
      hall.conductor.remove(hall.next, false),
      hall.conductor.inTurn(hall.old, () => landingsOf(hall).accept(hall.old)),
    ]);
    expect(removed.ok).toBe(true);
    const types = await typesOf(hall, hall.old);
    expect(types.filter((type) => type === "landing.returned")).toHaveLength(1);
    expect(stateOf(hall, hall.old)).toBe(accepted.ok ? "accepting" : "ready");
  });
});

describe("killed before the line is written", () => {
  async function killed() {
    const hall = await sentBack();
    const { execute } = hall.deps.ledger;
    hall.deps.ledger.execute = (id, commands) =>
      commands[0]?.do === "take-back" ? Promise.reject(new Error("killed")) : execute(id, commands);
    await hall.conductor.cancel(hall.next, null);
    await settled(() => hall.errors.length > 0);
    hall.deps.ledger.execute = execute;
    expect(stateOf(hall, hall.old)).toBe("sent_back");
    return hall;
  }

  test("the next hall writes it, once", async () => {
    const hall = await killed();
    for (let start = 0; start < 3; start += 1) {
      hall.open().recover();
      await settled(() => stateOf(hall, hall.old) === "ready");
    }
    expect(await typesOf(hall, hall.old)).toEqual(["landing.sent_back", "landing.returned"]);
  });

  test("an act on the earlier work writes it first", async () => {
    const hall = await killed();
    const landings = landingsOf(hall);
    const accepted = await hall.conductor.inTurn(hall.old, () => landings.accept(hall.old));
    expect(accepted.ok).toBe(true);
  });

  test("deleting the follow-up writes it first", async () => {
    const hall = await killed();
    expect(await hall.conductor.remove(hall.next, false)).toMatchObject({ ok: true });
    expect(stateOf(hall, hall.old)).toBe("ready");
  });
});
