// Continuing work with which a person has done something before: sent it back, accepted it in vain, rejected or undone it.
import { afterEach, describe, expect, test } from "bun:test";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { Conductor } from "../../../src/hall/dispatch/conductor.ts";
import { closeConductors, settled } from "../../harness/conductor.ts";
import {
  accept,
  commit,
  finishedWork,
  into,
  setUpIdle,
  stopped,
  tip,
  undo,
  words,
} from "../../harness/git/finished-work.ts";
import { app, begin, normal, setUpTrees } from "../../harness/git/tree-stage.ts";
import { keptAt, someTree } from "../../harness/ledger/checked.ts";
import { begun, carryOut } from "../../harness/ledger/ended-work.ts";
import { newRequest } from "../../harness/ledger/some-ledger.ts";

afterEach(closeConductors);

describe("redispatched", () => {
  const redispatched = async (conductor: Conductor, id: CommissionId, more: object = {}) => {
    const reply = await conductor.redispatch({ id, ...more }, null);
    if (!reply.ok) throw new Error(reply.problem.message);
    return reply.commission.record.request;
  };

  test("an attempt that did not finish passes the comments on; one that did, or a fresh one, does not", async () => {
    const hall = await setUpIdle();
    const request = { sentBack: words, rehearsal: "version: 1", startAt: tip, project: app };
    const failed = () =>
      carryOut(hall.ledger, {
        request,
        end: { how: "turns", limit: 3 },
        tree: { plan: someTree, outcome: keptAt(tip) },
      });
    const next = await redispatched(hall.conductor, await failed());
    expect(next.sentBack).toEqual(words);
    expect(next.background).toContain("### Comment 1, on line 1 of the file");
    expect((await redispatched(hall.conductor, await failed(), { fresh: true })).sentBack).toBeUndefined();
    const done = await finishedWork(hall, {
      sentBack: words,
      config: { tools: ["mcp__review__answer_comment"] },
    });
    const plain = await redispatched(hall.conductor, done);
    expect(plain.sentBack).toBeUndefined();
    expect(plain.config.tools).toEqual([]);
  });

  test("work that was undone begins at the integration branch, and is told which commit undid it", async () => {
    const hall = await setUpIdle();
    for (const [state, commands] of [
      ["merged", undo],
      ["ready", [...accept, ...undo]],
    ] as const) {
      const old = await finishedWork(hall, {}, state);
      await hall.ledger.execute(old, commands);
      const next = await redispatched(hall.conductor, old);
      expect(next.startAt).toBeNull();
      expect(next.background).toContain(
        `Its work was merged into ${into} as commit ${commit}. A person has undone that with commit ${"e".repeat(40)}: you begin without that work.`,
      );
    }
  });

  test("rejected work is continued on its branch, work in conflict at the integration branch", async () => {
    const hall = await setUpIdle();
    const rejected = await finishedWork(hall);
    await hall.ledger.execute(rejected, [{ do: "turn-down", reason: null, by: "person" }]);
    expect((await redispatched(hall.conductor, rejected)).startAt).toBe(tip);
    const torn = await finishedWork(hall);
    await hall.ledger.execute(torn, stopped);
    const next = await redispatched(hall.conductor, torn);
    expect(next.startAt).toBeNull();
    expect(next.background).toContain("# Carry the work over");
    expect(next.background).toContain("> src/a.ts");
  });

  test("an attempt that was cancelled before it started begins where that one was to begin", async () => {
    const hall = await setUpIdle();
    const never = newRequest({ project: app, rehearsal: "version: 1", startAt: tip, sentBack: words });
    await hall.ledger.create(never);
    await hall.conductor.cancel(never.id, null);
    await settled(() => hall.ledger.summary(never.id)?.endedAt !== null);
    const next = await redispatched(hall.conductor, never.id);
    expect([next.startAt, next.sentBack]).toEqual([tip, words]);
  });
});

describe("a worker that adds nothing to the branch it continues", () => {
  const outOfTurns = { how: "turns", limit: 3 } as const;

  async function secondAttempt() {
    const stage = await setUpTrees();
    const first = await begin(stage);
    await stage.work(first, { end: outOfTurns });
    await stage.ended(first);
    const earlier = (await stage.outcomeOf(first))?.tip ?? "none";
    const reply = await stage.latest().redispatch({ id: first }, null);
    const second = reply.ok ? reply.commission.record.request.id : first;
    await settled(() => stage.bench.started.length === 2);
    return { stage, earlier, second };
  }

  test("leaves the earlier work, for the next attempt", async () => {
    const { stage, earlier, second } = await secondAttempt();
    await stage.work(second, { end: outOfTurns });
    await stage.ended(second);
    expect(await stage.outcomeOf(second)).toMatchObject({ state: "kept", tip: earlier });
    const third = await stage.latest().redispatch({ id: second }, null);
    expect(third.ok && third.commission.record.request.startAt).toBe(earlier);
  });

  test("and finishes, leaves the earlier work to be accepted", async () => {
    const { stage, earlier, second } = await secondAttempt();
    const ref = await stage.write(second);
    stage.bench.say(
      ref,
      ...begun,
      { type: "work.finished", end: normal, snapshot: null, changed: false },
      { type: "session.ended", end: normal },
    );
    stage.bench.die(ref);
    stage.tell(second);
    await stage.ended(second);
    expect(await stage.outcomeOf(second)).toMatchObject({ state: "kept", tip: earlier });
    expect(stage.ledger.summary(second)).toMatchObject({ status: "completed", landing: { state: "ready" } });
  });
});
