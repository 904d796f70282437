// The conductor on a real ledger and a clock that the test moves, with workbenches that the test plays.
import { afterEach, describe, expect, test } from "bun:test";
import type { CommissionRequest } from "../../src/contract/commission.ts";
import type { FactBody } from "../../src/contract/facts.ts";
import { type CommissionId, commissionId, packageName } from "../../src/contract/ids.ts";
import { type Conductor, createConductor } from "../../src/dispatch/conductor.ts";
import type { DispatchDeps } from "../../src/dispatch/deps.ts";
import { systemDisk } from "../../src/host/disk.ts";
import { newUuid } from "../../src/host/ids.ts";
import { installed } from "../../src/host/program.ts";
import { createNudges } from "../../src/daemon/nudges.ts";
import type { Ledger } from "../../src/ledger/ledger.ts";
import { discoverWorkers } from "../../src/roster/discover.ts";
import { createFakeEngine } from "../fakes/engine.ts";
import { createManualClock } from "../fakes/manual-clock.ts";
import { until } from "../harness/hall.ts";
import { openSomeLedger, someHome } from "../harness/some-ledger.ts";

const request: CommissionRequest = {
  worker: packageName.parse("researcher"),
  task: "Look.",
  rehearsal: "version: 1",
};
const begun: FactBody[] = [
  { type: "bench.started", pid: 7, startTime: "1", bootId: "b", version: "1" },
  {
    type: "session.started",
    sessionId: "s",
    model: "m",
    tools: [],
    sandbox: "process",
    permissionMode: "dontAsk",
  },
];
const done: FactBody = { type: "session.ended", end: { how: "normal", finalText: "found it" } };

const running: Conductor[] = [];
const ledgers: Ledger[] = [];
afterEach(async () => {
  for (const conductor of running.splice(0)) await conductor.stop();
  for (const ledger of ledgers.splice(0)) await ledger.close();
});

async function setUp(changes: Partial<DispatchDeps> = {}) {
  const home = someHome();
  const ledger = await openSomeLedger(home);
  ledgers.push(ledger);
  const clock = createManualClock();
  const nudges = createNudges();
  const bench = createFakeEngine();
  const { workers } = await discoverWorkers(systemDisk, [installed("workers")]);
  const collected: CommissionId[] = [];
  const deps: DispatchDeps = {
    ledger,
    roster: {
      find: (name) => workers.find((w) => w.metadata.identity.name === name)?.metadata,
      names: () => ["researcher"],
    },
    engine: bench.engine,
    journals: bench.journals,
    nudges: { next: nudges.next, poke: nudges.heard },
    work: {
      prepare: async () => undefined,
      collect: async (id) => {
        collected.push(id);
        return { artifacts: [], problems: [] };
      },
    },
    clock,
    newId: () => commissionId.parse(newUuid()),
    checkRehearsal: () => ({ ok: true }),
    sandbox: "process",
    slots: 2,
    hasModel: false,
    policy: { maxResumes: 0, canPause: false, backOffMs: [0] },
    log: { info: () => undefined, error: () => undefined },
    ...changes,
  };
  const open = () => {
    const conductor = createConductor(deps);
    running.push(conductor);
    return conductor;
  };
  const accept = async (conductor: Conductor) => {
    const accepted = await conductor.accept(request, null);
    if (!accepted.ok) throw new Error(accepted.problem.message);
    return accepted.commission.record.request.id;
  };
  const statusOf = async (id: CommissionId) => (await ledger.find(id))?.status;
  const tell = (id: CommissionId) => nudges.heard(id);
  return { ledger, clock, bench, deps, open, accept, statusOf, tell, collected };
}

/** Disk and promises take their time; the clock does not move meanwhile. */
function settled(holds: () => Promise<boolean> | boolean): Promise<void> {
  return until("what the test waits for", holds, 5000);
}

describe("a commission", () => {
  test("is dispatched in the ledger before its workbench starts, followed, finished and ended", async () => {
    const { open, accept, bench, ledger, statusOf, tell, collected } = await setUp();
    const id = await accept(open());
    await settled(() => bench.started.length === 1);
    expect((await ledger.events(id))?.map((e) => e.type)).toEqual([
      "commission.created",
      "commission.dispatched",
      "workbench.starting",
    ]);
    const ref = { id, bench: 1 };
    bench.live(ref);
    bench.say(ref, ...begun);
    tell(id);
    await settled(async () => (await statusOf(id)) === "in_progress");
    bench.say(ref, done);
    bench.die(ref);
    tell(id);
    await settled(async () => (await statusOf(id)) === "completed");
    expect(collected).toEqual([id]);
    expect((await ledger.events(id))?.slice(-3).map((e) => e.type)).toEqual([
      "finish.planned",
      "finish.applied",
      "commission.completed",
    ]);
  });

  test("whose workbench cannot be started ends as failed, and says why", async () => {
    const { open, accept, bench, ledger, statusOf } = await setUp();
    bench.refuseStart = new Error("no more processes");
    const id = await accept(open());
    await settled(async () => (await statusOf(id)) === "failed");
    const commission = await ledger.find(id);
    expect(commission).toMatchObject({
      outcome: { reason: "crashed", message: expect.stringContaining("no more processes") },
    });
  });

  test("whose worker is gone when its turn comes is failed by name", async () => {
    const { open, accept, deps, ledger, statusOf, bench } = await setUp({ hasModel: true });
    const first = open();
    const find = deps.roster.find;
    deps.slots = 0;
    const id = await accept(first);
    deps.slots = 2;
    deps.roster.find = () => undefined;
    first.recover();
    await settled(async () => (await statusOf(id)) === "failed");
    expect(await ledger.find(id)).toMatchObject({
      outcome: { reason: "activation", message: expect.stringContaining("researcher") },
    });
    deps.roster.find = find;
    expect(bench.started).toEqual([]);
  });

  test("that ends frees its slot for the next, oldest first", async () => {
    const { open, accept, bench, statusOf, tell } = await setUp();
    const conductor = open();
    const ids = [
      await accept(conductor),
      await accept(conductor),
      await accept(conductor),
      await accept(conductor),
    ];
    await settled(() => bench.started.length === 2);
    expect(bench.started.map((ref) => ref.id)).toEqual(ids.slice(0, 2));
    const ref = { id: ids[1] ?? ids[0]!, bench: 1 };
    bench.say(ref, ...begun, done);
    bench.die(ref);
    tell(ref.id);
    await settled(() => bench.started.length === 3);
    expect(bench.started[2]?.id).toBe(ids[2]!);
    expect(await statusOf(ids[3]!)).toBe("pending");
  });
});

describe("cancelling", () => {
  test("asks first; who does not obey is ended after 1.2 s", async () => {
    const { open, accept, bench, statusOf, tell, clock, ledger } = await setUp();
    const conductor = open();
    const id = await accept(conductor);
    const ref = { id, bench: 1 };
    await settled(() => bench.started.length === 1);
    bench.live(ref);
    bench.say(ref, ...begun);
    tell(id);
    await settled(async () => (await statusOf(id)) === "in_progress");
    bench.obeys = false;
    const cancelling = conductor.cancel(id, "enough");
    await settled(() => bench.signals.length === 1);
    expect(bench.signals).toEqual(["stop"]);
    for (let i = 0; i < 14 && bench.signals.length < 2; i += 1) {
      clock.advance(100);
      await settled(() => clock.pending() > 1 || bench.signals.length === 2);
    }
    expect(bench.signals).toEqual(["stop", "kill"]);
    expect(await cancelling).toMatchObject({ ok: true, commission: { status: "cancelled" } });
    expect(await ledger.find(id)).toMatchObject({ outcome: { reason: "enough" } });
  });

  test("one that waits needs no workbench at all", async () => {
    const { open, accept, bench, deps } = await setUp();
    deps.slots = 0;
    const conductor = open();
    const id = await accept(conductor);
    expect(await conductor.cancel(id, null)).toMatchObject({ ok: true, commission: { status: "cancelled" } });
    expect(bench.started).toEqual([]);
  });

  test("a session that ends well after the cancel is cancelled all the same", async () => {
    const { open, accept, bench, statusOf, tell } = await setUp();
    const conductor = open();
    const id = await accept(conductor);
    const ref = { id, bench: 1 };
    await settled(() => bench.started.length === 1);
    bench.live(ref);
    bench.say(ref, ...begun);
    tell(id);
    await settled(async () => (await statusOf(id)) === "in_progress");
    bench.say(
      ref,
      { type: "result.submitted", callKey: "k", summary: "s", output: "o", artifacts: [] },
      done,
    );
    bench.die(ref);
    expect(await conductor.cancel(id, "too late?")).toMatchObject({
      ok: true,
      commission: { status: "cancelled" },
    });
  });

  test("and removing what is not there is refused", async () => {
    const { open } = await setUp();
    const conductor = open();
    const nobody = commissionId.parse(newUuid());
    expect(await conductor.cancel(nobody, null)).toMatchObject({ ok: false, problem: { code: "not_found" } });
    expect(await conductor.remove(nobody, true)).toMatchObject({ ok: false, problem: { code: "not_found" } });
  });
});

describe("after a restart", () => {
  test("a workbench that is still loading is given time, and one that never comes is lost", async () => {
    const { open, accept, bench, statusOf, clock, ledger } = await setUp();
    const id = await accept(open());
    await settled(() => bench.started.length === 1);
    await running.splice(0)[0]?.stop();
    bench.orphan({ id, bench: 1 });
    open().recover();
    await settled(() => clock.pending() > 0);
    clock.advance(9000);
    await settled(() => clock.pending() > 0);
    expect(await statusOf(id)).toBe("dispatched");
    clock.advance(1500);
    await settled(async () => (await statusOf(id)) === "failed");
    expect(await ledger.find(id)).toMatchObject({ outcome: { reason: "crashed", endedBy: "lost" } });
    expect(bench.started).toHaveLength(1);
  });

  test("a workbench that had begun and died meanwhile is lost at once, after its last facts were taken over", async () => {
    const { open, accept, bench, statusOf, ledger } = await setUp();
    const id = await accept(open());
    await settled(() => bench.started.length === 1);
    await running.splice(0)[0]?.stop();
    const ref = { id, bench: 1 };
    bench.orphan(ref);
    bench.say(ref, ...begun, {
      type: "result.submitted",
      callKey: "k",
      summary: "s",
      output: "o",
      artifacts: [],
    });
    bench.die(ref);
    open().recover();
    await settled(async () => (await statusOf(id)) === "completed");
    expect(await ledger.find(id)).toMatchObject({ outcome: { endedBy: "lost", source: "submission" } });
  });

  test("a finish that was cut short is finished, once", async () => {
    const { open, accept, bench, deps, ledger, statusOf, tell, collected } = await setUp();
    const collect = deps.work.collect;
    const stuck = Promise.withResolvers<never>();
    stuck.promise.catch(() => undefined);
    deps.work.collect = () => stuck.promise;
    const id = await accept(open());
    await settled(() => bench.started.length === 1);
    bench.say({ id, bench: 1 }, ...begun, done);
    bench.die({ id, bench: 1 });
    tell(id);
    await settled(async () => ((await ledger.find(id))?.record.plan ?? null) !== null);
    const stopped = running.splice(0)[0]?.stop();
    stuck.reject(new Error("the power went"));
    await stopped;
    expect(await statusOf(id)).toBe("in_progress");
    expect(await open().cancel(id, null)).toMatchObject({ ok: false, problem: { code: "wrong_state" } });
    deps.work.collect = collect;
    open().recover();
    await settled(async () => (await statusOf(id)) === "completed");
    expect(collected).toEqual([id]);
    const types = (await ledger.events(id))?.map((e) => e.type) ?? [];
    expect(types.filter((type) => type === "finish.planned")).toHaveLength(1);
  });

  test("a fault while following is not the end: it is followed again", async () => {
    const { open, accept, bench, deps, statusOf, clock, tell } = await setUp();
    const tail = deps.journals.tail;
    let faults = 1;
    deps.journals.tail = (ref, after) => {
      const real = tail(ref, after);
      return { read: () => (faults-- > 0 ? Promise.reject(new Error("input/output error")) : real.read()) };
    };
    const id = await accept(open());
    await settled(() => bench.started.length === 1 && faults === 0 && clock.pending() > 0);
    bench.say({ id, bench: 1 }, ...begun, done);
    bench.die({ id, bench: 1 });
    clock.advance(1000);
    tell(id);
    await settled(async () => (await statusOf(id)) === "completed");
  });
});

test("many requests with one key at the same moment make one commission", async () => {
  const { open, ledger } = await setUp();
  const conductor = open();
  const replies = await Promise.all(Array.from({ length: 10 }, () => conductor.accept(request, "one-key")));
  const ids = new Set(replies.map((reply) => (reply.ok ? reply.commission.record.request.id : "refused")));
  expect(ids.size).toBe(1);
  expect([...ledger.summaries()]).toHaveLength(1);
});
