// Following knows nothing of commissions. Here it follows a sitting, which ends without an end of the thing itself:
// a later sitting of the same thing is followed again.
import { expect, test } from "bun:test";
import type { Fact, FactBody } from "../../../src/contract/commission/facts.ts";
import { type CommissionId, commissionId } from "../../../src/contract/home/ids.ts";
import { newUuid } from "../../../src/host/ids.ts";
import { follow } from "../../../src/hall/following/follow.ts";
import type { BenchLoss, Follower, FollowTypes } from "../../../src/hall/following/follower.ts";
import { createNudges } from "../../../src/hall/wiring/nudges.ts";
import { createFakeEngine } from "../../fakes/engine.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { settled } from "../../harness/conductor.ts";

interface Sitting {
  bench: number;
  benchSeq: number;
  process: { pid: number; startTime: string; bootId: string } | null;
  facts: readonly string[];
  isOver: boolean;
  isToStop: boolean;
}

interface SittingTypes extends FollowTypes {
  id: CommissionId;
  state: Sitting;
  fact: Fact;
}

const started: FactBody = { type: "bench.started", pid: 1, startTime: "1", bootId: "b", version: "1" };
const over: FactBody = { type: "session.ended", end: { how: "normal", finalText: "done" } };

function someSitting() {
  const id = commissionId.parse(newUuid());
  const bench = createFakeEngine();
  const clock = createManualClock();
  const { next, heard } = createNudges();
  const stop = new AbortController();
  const done: string[] = [];
  const losses: BenchLoss[] = [];
  let sitting: Sitting = {
    bench: 1,
    benchSeq: 0,
    process: null,
    facts: [],
    isOver: false,
    isToStop: false,
  };
  const set = (changes: Partial<Sitting>) => (sitting = { ...sitting, ...changes });
  const fault: { error: Error | null } = { error: null };
  const follower: Follower<SittingTypes> = {
    following: new Map(),
    unrecorded: new Map(),
    stopping: stop.signal,
    deps: {
      ...bench,
      clock,
      nudges: { next, poke: heard },
      startWithinMs: 30_000,
      log: { error: (message) => void done.push(message) },
    },
    kind: {
      noun: "sitting",
      findLive: () => sitting,
      find: async () => sitting,
      takeFacts: async (_ref, facts) => {
        if (fault.error) throw fault.error;
        const process = facts.find((fact) => fact.type === "bench.started") ?? sitting.process;
        return set({
          process,
          facts: [...sitting.facts, ...facts.map(({ type }) => type)],
          benchSeq: facts.at(-1)?.seq ?? sitting.benchSeq,
          isOver: sitting.isOver || facts.some(({ type }) => type === "session.ended"),
        });
      },
      loseBench: async (_ref, loss) => {
        losses.push(loss);
        return set({ isOver: true });
      },
      courseOf: (state) => state,
      workerOf: () => "researcher",
      isRunning: (state) => !state.isOver,
      isAtWork: (state) => !state.isOver,
      isToStop: (state) => state.isToStop,
      needsFollowing: (state) => !state.isOver,
      conclude: async (_id, { facts }) => void done.push(`concluded after ${facts.length}`),
      left: () => void done.push("left"),
      whyUnfinished: () => null,
      againAfterMs: () => 1000,
    },
  };
  return { id, bench, clock, done, losses, follower, fault, set, stop, tell: () => heard(id) };
}

test("what ends is concluded once and left, and its next workbench is followed anew", async () => {
  const { id, bench, done, follower, set, tell } = someSitting();
  follow(follower, id);
  follow(follower, id);
  bench.say({ id, bench: 1 }, started);
  bench.live({ id, bench: 1 });
  tell();
  bench.say({ id, bench: 1 }, over);
  bench.die({ id, bench: 1 });
  tell();
  await settled(() => follower.following.size === 0);
  expect(done).toEqual(["concluded after 2", "left"]);
  expect(bench.forgotten).toEqual([{ id, bench: 1 }]);
  set({ bench: 2, benchSeq: 0, process: null, facts: [], isOver: false });
  bench.say({ id, bench: 2 }, started, over);
  bench.die({ id, bench: 2 });
  follow(follower, id);
  await settled(() => follower.following.size === 0);
  expect(done.slice(2)).toEqual(["concluded after 2", "left"]);
});

test("its workbench is asked to stop, then killed, and a loss says so", async () => {
  const { id, bench, clock, losses, follower, set, tell } = someSitting();
  bench.obeys = false;
  bench.say({ id, bench: 1 }, started);
  bench.live({ id, bench: 1 });
  set({ isToStop: true });
  follow(follower, id);
  await settled(() => bench.signals.length === 1);
  for (const since of [500, 1000]) {
    clock.advance(since);
    tell();
  }
  await settled(() => bench.signals.length === 2);
  expect(bench.signals).toEqual(["stop", "kill"]);
  await settled(() => losses.length === 1);
  expect(losses[0]).toMatchObject({ began: true, storage: false, hung: false });
  await settled(() => follower.following.size === 0);
});

test("a ledger that takes nothing is noted, and it is followed again until it does", async () => {
  const { id, bench, clock, done, follower, fault } = someSitting();
  fault.error = Object.assign(new Error("no space left"), { code: "ENOSPC" });
  bench.say({ id, bench: 1 }, started, over);
  bench.die({ id, bench: 1 });
  follow(follower, id);
  await settled(() => follower.unrecorded.get(id)?.code === "ENOSPC" && clock.pending() > 0);
  expect(done).toEqual(["following a sitting failed; it is followed again"]);
  fault.error = null;
  clock.advance(1000);
  await settled(() => done.at(-1) === "left");
  expect(follower.unrecorded.size).toBe(0);
});
