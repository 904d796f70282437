// The conductor on a real ledger, with workbenches that the test plays.
import { afterEach, describe, expect, test } from "bun:test";
import { commissionId } from "../../../src/contract/home/ids.ts";
import { newUuid } from "../../../src/host/ids.ts";
import { begun, closeConductors, done, request, settled, setUpConductor } from "../../harness/conductor.ts";

afterEach(closeConductors);

describe("a commission", () => {
  test("is dispatched in the ledger before its workbench starts, followed, finished and ended", async () => {
    const { open, accept, bench, ledger, statusOf, tell, collected } = await setUpConductor();
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
    await settled(() => bench.forgotten.length > 0);
    expect(bench.forgotten).toEqual([ref]);
    expect((await ledger.events(id))?.slice(-3).map((e) => e.type)).toEqual([
      "finish.planned",
      "finish.applied",
      "commission.completed",
    ]);
  });

  test("whose workbench cannot be started is tried again, and then fails and says why", async () => {
    const { open, accept, bench, ledger, statusOf, clock } = await setUpConductor();
    bench.refuseStart = new Error("no more processes");
    const id = await accept(open());
    for (let falseStarts = 1; falseStarts <= 2; falseStarts += 1) {
      await settled(
        async () => (await ledger.find(id))?.record.falseStarts === falseStarts && clock.pending() > 0,
      );
      expect(await statusOf(id)).toBe("pending");
      clock.advance(1000);
    }
    await settled(async () => (await statusOf(id)) === "failed");
    const commission = await ledger.find(id);
    expect(commission).toMatchObject({
      outcome: { reason: "crashed", message: expect.stringContaining("no more processes") },
    });
    expect(bench.started).toEqual([]);
  });

  test("whose journal is damaged ends, with the damage named, when its workbench is gone", async () => {
    const { open, accept, bench, deps, ledger, statusOf, tell } = await setUpConductor();
    const { tail } = deps.journals;
    let damaged = false;
    deps.journals.tail = (ref, after) => {
      const real = tail(ref, after);
      const damage = Object.assign(new Error("line 3 is not JSON"), { code: "damaged" });
      return { read: () => (damaged ? Promise.reject(damage) : real.read()) };
    };
    const id = await accept(open());
    await settled(() => bench.started.length === 1);
    bench.live({ id, bench: 1 });
    bench.say({ id, bench: 1 }, ...begun);
    tell(id);
    await settled(async () => (await statusOf(id)) === "in_progress");
    damaged = true;
    bench.die({ id, bench: 1 });
    await settled(async () => (await statusOf(id)) === "failed");
    expect(await ledger.find(id)).toMatchObject({
      outcome: { message: expect.stringContaining("line 3 is not JSON") },
    });
  });

  test("whose worker is gone when its turn comes is failed by name", async () => {
    const { open, accept, deps, ledger, statusOf, bench, setSlots } = await setUpConductor({
      hasModel: true,
    });
    const first = open();
    const find = deps.roster.find;
    setSlots(0);
    const id = await accept(first);
    setSlots(2);
    deps.roster.find = async () => undefined;
    first.recover();
    await settled(async () => (await statusOf(id)) === "failed");
    expect(await ledger.find(id)).toMatchObject({
      outcome: { reason: "activation", message: expect.stringContaining("researcher") },
    });
    deps.roster.find = find;
    expect(bench.started).toEqual([]);
  });

  test("that ends frees its slot for the next, oldest first", async () => {
    const { open, accept, bench, statusOf, tell } = await setUpConductor();
    const conductor = open();
    const [first, second] = [await accept(conductor), await accept(conductor)];
    const [third, fourth] = [await accept(conductor), await accept(conductor)];
    await settled(() => bench.started.length === 2);
    expect(bench.started.map((ref) => ref.id)).toEqual([first, second]);
    bench.say({ id: second, bench: 1 }, ...begun, done);
    bench.die({ id: second, bench: 1 });
    tell(second);
    await settled(() => bench.started.length === 3);
    expect(bench.started[2]).toEqual({ id: third, bench: 1 });
    expect(await statusOf(fourth)).toBe("pending");
  });
});

describe("a fault", () => {
  const full = Object.assign(new Error("no space left"), { code: "ENOSPC" });

  test("while a commission is admitted costs no other its turn, and is tried again", async () => {
    const { open, accept, bench, deps, clock, setSlots } = await setUpConductor();
    const execute = deps.ledger.execute;
    let faults = 1;
    deps.ledger = {
      ...deps.ledger,
      execute: (id, commands) =>
        commands[0]?.do === "dispatch" && faults-- > 0 ? Promise.reject(full) : execute(id, commands),
    };
    setSlots(0);
    const conductor = open();
    const [first, second] = [await accept(conductor), await accept(conductor)];
    setSlots(2);
    conductor.recover();
    await settled(() => bench.started.length === 1 && clock.pending() > 0);
    expect(bench.started[0]?.id).toBe(second);
    clock.advance(2000);
    await settled(() => bench.started.length === 2);
    expect(bench.started[1]?.id).toBe(first);
  });

  test("while a workbench is started, and again while that is written down, leaves nobody stuck", async () => {
    const { open, accept, bench, deps, clock, ledger } = await setUpConductor();
    const execute = deps.ledger.execute;
    let faults = 1;
    deps.ledger = {
      ...deps.ledger,
      execute: (id, commands) =>
        commands[0]?.do === "lose-workbench" && faults-- > 0 ? Promise.reject(full) : execute(id, commands),
    };
    bench.refuseStart = full;
    const id = await accept(open());
    await settled(() => faults === 0 && clock.pending() > 0);
    bench.refuseStart = null;
    for (let i = 0; i < 15 && bench.started.length === 0; i += 1) {
      clock.advance(1000);
      await settled(() => clock.pending() > 0);
    }
    await settled(() => bench.started.length === 1);
    expect((await ledger.find(id))?.record).toMatchObject({ bench: 2, falseStarts: 1 });
  });

  test("while a rejected commission is finished is tried again", async () => {
    const { open, accept, deps, clock, statusOf, setSlots } = await setUpConductor();
    setSlots(0);
    const conductor = open();
    const id = await accept(conductor);
    setSlots(2);
    deps.roster.find = async () => undefined;
    const collect = deps.work.collect;
    let faults = 1;
    deps.work.collect = (...args) => (faults-- > 0 ? Promise.reject(full) : collect(...args));
    conductor.recover();
    await settled(() => faults === 0 && clock.pending() > 0);
    clock.advance(1000);
    await settled(async () => (await statusOf(id)) === "failed");
  });
});

test("nothing is finished while the workbench might still write", async () => {
  const { open, accept, bench, statusOf, tell, clock, collected } = await setUpConductor();
  const id = await accept(open());
  const ref = { id, bench: 1 };
  await settled(() => bench.started.length === 1);
  bench.live(ref);
  bench.say(ref, ...begun, done);
  tell(id);
  await settled(async () => clock.pending() > 0 && (await statusOf(id)) === "in_progress");
  clock.advance(500);
  await settled(() => clock.pending() > 0);
  expect(collected).toEqual([]);
  bench.obeys = false;
  for (let i = 0; i < 40 && bench.signals.length === 0; i += 1) {
    clock.advance(50);
    await settled(() => clock.pending() > 0 || bench.signals.length > 0);
  }
  expect(bench.signals).toEqual(["kill"]);
  clock.advance(50);
  await settled(async () => (await statusOf(id)) === "completed");
});

describe("cancelling", () => {
  test("asks first; who does not obey is ended after 1.2 s", async () => {
    const { open, accept, bench, statusOf, tell, clock, ledger } = await setUpConductor();
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
    const { open, accept, bench, setSlots } = await setUpConductor();
    setSlots(0);
    const conductor = open();
    const id = await accept(conductor);
    expect(await conductor.cancel(id, null)).toMatchObject({ ok: true, commission: { status: "cancelled" } });
    expect(bench.started).toEqual([]);
  });

  test("a session that ends well after the cancel is cancelled all the same", async () => {
    const { open, accept, bench, statusOf, tell } = await setUpConductor();
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
    const { open } = await setUpConductor();
    const conductor = open();
    const nobody = commissionId.parse(newUuid());
    expect(await conductor.cancel(nobody, null)).toMatchObject({ ok: false, problem: { code: "not_found" } });
    expect(await conductor.remove(nobody, true)).toMatchObject({ ok: false, problem: { code: "not_found" } });
  });
});

test("many requests with one key at the same moment make one commission", async () => {
  const { open, ledger } = await setUpConductor();
  const conductor = open();
  const replies = await Promise.all(Array.from({ length: 10 }, () => conductor.accept(request, "one-key")));
  const ids = new Set(replies.map((reply) => (reply.ok ? reply.commission.record.request.id : "refused")));
  expect(ids.size).toBe(1);
  expect([...ledger.summaries()]).toHaveLength(1);
});
