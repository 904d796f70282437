// What becomes of a commission whose session was cut off, with workbenches that the test plays and a clock it moves.
import { afterEach, describe, expect, test } from "bun:test";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import type { DispatchDeps } from "../../../src/hall/dispatch/deps.ts";
import {
  begun,
  closeConductors,
  done,
  settled,
  setUpConductor,
  stopConductor,
} from "../../harness/conductor.ts";

afterEach(closeConductors);

const backOffMs = [1000, 5000, 15_000];
const policy: DispatchDeps["policy"] = {
  maxResumes: 3,
  maxFalseStarts: 3,
  maxReturns: 1,
  canPause: false,
  backOffMs,
};
const called: FactBody = { type: "tool.called", callId: "c1", tool: "Bash", input: '{"command":"make"}' };

type Stage = Awaited<ReturnType<typeof setUpConductor>>;

/** Its n-th workbench has begun and does something. */
async function atWork(stage: Stage, id: CommissionId, n: number): Promise<void> {
  const ref = { id, bench: n };
  await settled(() => stage.bench.started.length === n);
  stage.bench.live(ref);
  stage.bench.say(ref, ...begun, called);
  stage.tell(id);
  await settled(async () => (await stage.ledger.find(id))?.record.runningTools.length === 1);
}

async function waits(stage: Stage, id: CommissionId): Promise<void> {
  await settled(async () => (await stage.statusOf(id)) === "pending" && stage.clock.pending() > 0);
}

describe("a session that is cut off", () => {
  test("goes on after 1, 5 and 15 seconds, and at the fourth cut it has crashed", async () => {
    const stage = await setUpConductor({ policy });
    const id = await stage.accept(stage.open());
    for (const [index, ms] of backOffMs.entries()) {
      await atWork(stage, id, index + 1);
      stage.bench.die({ id, bench: index + 1 });
      await waits(stage, id);
      stage.clock.advance(ms - 1);
      expect(await stage.statusOf(id)).toBe("pending");
      stage.clock.advance(1);
    }
    await atWork(stage, id, 4);
    stage.bench.die({ id, bench: 4 });
    await settled(async () => (await stage.statusOf(id)) === "failed");
    expect(await stage.ledger.find(id)).toMatchObject({
      outcome: { reason: "crashed", endedBy: "lost" },
      record: { resumes: 3, falseStarts: 0, bench: 4 },
    });
    expect(stage.bench.started).toHaveLength(4);
  });

  test("finds its directory as it left it: it is prepared before the first session alone", async () => {
    let prepared = 0;
    const stage = await setUpConductor({ policy });
    stage.deps.work.prepare = async () => void (prepared += 1);
    const id = await stage.accept(stage.open());
    await settled(() => stage.bench.started.length === 1);
    stage.bench.die({ id, bench: 1 });
    await waits(stage, id);
    stage.clock.advance(1000);
    await settled(() => stage.bench.started.length === 2);
    expect(prepared).toBe(2);
    await atWork(stage, id, 2);
    stage.bench.die({ id, bench: 2 });
    await waits(stage, id);
    stage.clock.advance(5000);
    await settled(() => stage.bench.started.length === 3);
    expect(prepared).toBe(2);
  });

  const cuts: [string, FactBody | null][] = [
    ["its workbench died", null],
    ["claude died", { type: "session.ended", end: { how: "died", message: "SIGKILL" } }],
    ["its output was garbled", { type: "session.ended", end: { how: "garbled", message: "{" } }],
    ["it was stopped from outside", { type: "session.ended", end: { how: "stopped" } }],
  ];
  test.each(cuts)("because %s remembers what was running", async (_, fact) => {
    const stage = await setUpConductor({ policy });
    const id = await stage.accept(stage.open());
    await atWork(stage, id, 1);
    if (fact) stage.bench.say({ id, bench: 1 }, fact);
    stage.bench.die({ id, bench: 1 });
    await waits(stage, id);
    const { record } = (await stage.ledger.find(id)) ?? {};
    expect(record).toMatchObject({
      runningTools: [],
      cutOff: [{ callId: "c1", tool: "Bash", input: '{"command":"make"}' }],
      resumes: 1,
      sessionId: "s",
      loss: { cause: "crash" },
    });
    expect([...stage.ledger.summaries()]).toMatchObject([{ resumes: 1, resumesAt: expect.any(String) }]);
    stage.clock.advance(1000);
    await settled(() => stage.bench.started.length === 2);
  });

  test("is not gone on with while its old tree lives: that ends first", async () => {
    const stage = await setUpConductor({ policy });
    const id = await stage.accept(stage.open());
    await atWork(stage, id, 1);
    await stopConductor();
    // Another hall gave the workbench up, wrongly: it lives, and holds its lock.
    await stage.ledger.execute(id, [
      { do: "lose-workbench", bench: 1, began: true, message: "given up" },
      { do: "conclude", policy, now: stage.clock.now() - 5000 },
    ]);
    stage.bench.obeys = false;
    stage.open().recover();
    await settled(() => stage.bench.started.length === 2);
    expect(stage.bench.signals).toEqual(["kill"]);
    expect(stage.deps.engine.presence({ id, bench: 1 })).toBe("gone");
  });
});

describe("stopping the hall with its work", () => {
  test("interrupts what runs, starts nothing more, charges nothing, and the next hall goes on", async () => {
    const stage = await setUpConductor({ policy });
    stage.setSlots(1);
    const conductor = stage.open();
    const id = await stage.accept(conductor);
    const waiting = await stage.accept(conductor);
    await atWork(stage, id, 1);
    expect(await conductor.stopWork()).toEqual({ stopped: [id], left: [] });
    expect(stage.bench.signals).toEqual(["stop"]);
    expect(await stage.ledger.find(id)).toMatchObject({
      status: "pending",
      record: { resumes: 0, stopRequested: false, loss: { cause: "stop" } },
    });
    expect((await stage.ledger.events(id))?.slice(-3)).toMatchObject([
      { type: "stop.requested", by: "person" },
      { type: "workbench.lost" },
      { type: "commission.requeued", cause: "stop" },
    ]);
    expect(await stage.statusOf(waiting)).toBe("pending");
    let looks = 0;
    stage.deps.machine.freeDiskMb = async () => void (looks += 1);
    await stage.accept(conductor);
    expect({ looks, started: stage.bench.started.length }).toEqual({ looks: 0, started: 1 });
    await stopConductor();
    stage.open().recover();
    await atWork(stage, id, 2);
    stage.bench.say({ id, bench: 2 }, done);
    stage.bench.die({ id, bench: 2 });
    await settled(async () => (await stage.statusOf(id)) === "completed");
  });

  test("ends by force what does not obey", async () => {
    const stage = await setUpConductor({ policy });
    const conductor = stage.open();
    const id = await stage.accept(conductor);
    await atWork(stage, id, 1);
    stage.bench.obeys = false;
    const stopped = conductor.stopWork();
    await settled(() => stage.bench.signals.length === 1 && stage.clock.pending() > 0);
    stage.clock.advance(1300);
    expect(await stopped).toEqual({ stopped: [id], left: [] });
    expect(stage.bench.signals).toEqual(["stop", "kill"]);
  });

  test("a hall that is killed after it asked leaves one that the next stops and goes on with", async () => {
    const stage = await setUpConductor({ policy });
    const id = await stage.accept(stage.open());
    await atWork(stage, id, 1);
    await stopConductor();
    await stage.ledger.execute(id, [{ do: "stop", by: "person" }]);
    stage.bench.orphan({ id, bench: 1 });
    stage.open().recover();
    await settled(() => stage.bench.started.length === 2);
    expect((await stage.ledger.find(id))?.record).toMatchObject({ resumes: 0, bench: 2 });
  });

  test("a result that was submitted before counts", async () => {
    const stage = await setUpConductor({ policy });
    const conductor = stage.open();
    const id = await stage.accept(conductor);
    await atWork(stage, id, 1);
    const result = { callKey: "k", summary: "s", output: null, artifacts: [] };
    stage.bench.say({ id, bench: 1 }, { type: "result.submitted", ...result });
    await conductor.stopWork();
    expect(await stage.statusOf(id)).toBe("completed");
  });
});

describe("an ended commission whose lock is held", () => {
  async function endedYetAlive(obeys: boolean) {
    const stage = await setUpConductor({ policy });
    const id = await stage.accept(stage.open());
    await atWork(stage, id, 1);
    await stopConductor();
    await stage.ledger.execute(id, [
      { do: "lose-workbench", bench: 1, began: true, message: "given up" },
      { do: "conclude", policy: { ...policy, maxResumes: 0 }, now: stage.clock.now() },
      { do: "record-applied", artifacts: [], problems: [] },
      { do: "settle" },
    ]);
    stage.bench.obeys = obeys;
    return { ...stage, id };
  }

  test("has its tree ended at the start of a hall, and that is logged", async () => {
    const stage = await endedYetAlive(true);
    const logged: string[] = [];
    stage.deps.log.error = (message) => void logged.push(message);
    stage.open().recover();
    await settled(() => stage.bench.signals.length > 0);
    expect(stage.bench.signals).toEqual(["kill"]);
    expect(logged.join()).toContain("held the lock of a commission that no longer has one");
    expect(await stage.statusOf(stage.id)).toBe("failed");
  });

  test("has its tree ended before it is deleted", async () => {
    const stage = await endedYetAlive(true);
    expect(await stage.open().remove(stage.id, true)).toMatchObject({ ok: true });
    expect(stage.bench.signals).toEqual(["kill"]);
  });

  test("is not deleted while it cannot be ended", async () => {
    const stage = await endedYetAlive(true);
    stage.deps.engine.signal = () => false;
    const removed = stage.open().remove(stage.id, true);
    for (let ms = 0; ms < 6000; ms += 50) {
      await settled(() => stage.clock.pending() > 0 || ms > 5000);
      stage.clock.advance(50);
    }
    expect(await removed).toMatchObject({ ok: false, problem: { code: "wrong_state" } });
    expect(await stage.statusOf(stage.id)).toBe("failed");
  });
});
