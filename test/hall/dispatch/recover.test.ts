// What a new hall makes of what the last one left.
import { afterEach, describe, expect, test } from "bun:test";
import {
  begun,
  closeConductors,
  done,
  settled,
  setUpConductor,
  stopConductor,
} from "../../harness/conductor.ts";

afterEach(closeConductors);

describe("after a restart", () => {
  test("a workbench that is still loading is given time, and one that never comes is started anew", async () => {
    const { open, accept, bench, statusOf, clock, ledger } = await setUpConductor();
    const id = await accept(open());
    await settled(() => bench.started.length === 1);
    await stopConductor();
    bench.orphan({ id, bench: 1 });
    open().recover();
    await settled(() => clock.pending() > 0);
    clock.advance(9000);
    await settled(() => clock.pending() > 0);
    expect(await statusOf(id)).toBe("dispatched");
    clock.advance(1500);
    await settled(async () => (await statusOf(id)) === "pending" && clock.pending() > 0);
    clock.advance(1000);
    await settled(() => bench.started.length === 2);
    expect(bench.started[1]).toEqual({ id, bench: 2 });
    expect((await ledger.find(id))?.record).toMatchObject({ bench: 2, falseStarts: 1, resumes: 0 });
  });

  test("a workbench that had begun and died meanwhile is lost at once, after its last facts were taken over", async () => {
    const { open, accept, bench, statusOf, ledger } = await setUpConductor();
    const id = await accept(open());
    await settled(() => bench.started.length === 1);
    await stopConductor();
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
    const { open, accept, bench, deps, ledger, statusOf, tell, collected } = await setUpConductor();
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
    const stopped = stopConductor();
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
    const { open, accept, bench, deps, statusOf, clock, tell } = await setUpConductor();
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
