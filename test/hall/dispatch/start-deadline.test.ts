// A workbench that was started and never takes its lock: package code may keep it from that.
import { afterEach, expect, test } from "bun:test";
import { workCauses } from "../../../src/rules/show/work-causes.ts";
import { begun, closeConductors, done, settled, setUpConductor } from "../../harness/conductor.ts";

afterEach(closeConductors);

/** Moves the clock to just before the deadline, then past it. */
async function passDeadline({ clock }: Awaited<ReturnType<typeof setUpConductor>>): Promise<void> {
  for (let seconds = 0; seconds < 31; seconds += 1) {
    await settled(() => clock.pending() > 0);
    clock.advance(1000);
  }
}

test("is ended after 30 s, started once more, and fails the second time with a sentence on the worker's code", async () => {
  const setup = await setUpConductor();
  const { open, accept, bench, statusOf, clock, ledger } = setup;
  const id = await accept(open());
  await settled(() => bench.started.length === 1);
  await passDeadline(setup);
  await settled(async () => (await statusOf(id)) === "pending" && clock.pending() > 0);
  expect(bench.signals).toEqual(["kill"]);
  clock.advance(1000);
  await settled(() => bench.started.length === 2);
  await passDeadline(setup);
  await settled(async () => (await statusOf(id)) === "failed");
  expect(bench.signals).toEqual(["kill", "kill"]);
  expect(bench.started).toHaveLength(2);
  expect(await ledger.find(id)).toMatchObject({
    outcome: {
      endedBy: "lost",
      reason: "activation",
      message: expect.stringMatching(/within 30 s.*worker "researcher".*may hang/),
    },
  });
  const lost = (await ledger.events(id))?.filter((event) => event.type === "workbench.lost");
  expect(lost).toMatchObject([
    { bench: 1, began: false, hung: true },
    { bench: 2, began: false, hung: true },
  ]);
});

test("leaves how it ended and what it printed in the failure, in what needs a person, and in the next start's loss", async () => {
  const { open, accept, bench, ledger, clock, statusOf, tell } = await setUpConductor();
  const id = await accept(open());
  for (const number of [1, 2, 3]) {
    const ref = { id, bench: number };
    await settled(() => bench.started.length === number);
    bench.print(ref, `uncaught exception: Error: no key ${number}\n    at load (x.ts:1:1)\n`);
    bench.die(ref, 70);
    tell(id);
    const next = number < 3 ? "pending" : "failed";
    await settled(async () => (await statusOf(id)) === next);
    if (number < 3) await settled(() => clock.pending() > 0);
    clock.advance(1000);
  }
  expect((await ledger.find(id))?.record.loss?.message).toContain("Error: no key 2");
  const message = `The workbench ended without saying how its session ended. Its exit code was 70. It printed (see bench-3.out):\nuncaught exception: Error: no key 3`;
  const failed = await ledger.find(id);
  expect(failed).toMatchObject({ outcome: { reason: "crashed", message } });
  const summary = ledger.summary(id);
  const [cause] = workCauses({ summaries: summary ? [summary] : [], isContinued: () => false });
  expect(cause?.words().detail).toBe(message);
});

test("is left alone before that, and after it has said who it is", async () => {
  const setup = await setUpConductor();
  const { open, accept, bench, statusOf, clock, tell } = setup;
  const id = await accept(open());
  await settled(() => bench.started.length === 1 && clock.pending() > 0);
  clock.advance(29_000);
  await settled(() => clock.pending() > 0);
  expect(bench.signals).toEqual([]);
  bench.live({ id, bench: 1 });
  bench.say({ id, bench: 1 }, ...begun);
  await passDeadline(setup);
  expect(bench.signals).toEqual([]);
  bench.say({ id, bench: 1 }, done);
  bench.die({ id, bench: 1 });
  tell(id);
  await settled(async () => (await statusOf(id)) === "completed");
});
