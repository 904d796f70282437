// Settings that change while the hall runs.
import { afterEach, expect, test } from "bun:test";
import type { CommissionId } from "../../../src/contract/home/ids.ts";
import { narrowLimits } from "../../../src/rules/limits/grant.ts";
import { begun, closeConductors, settled, setUpConductor } from "../../harness/conductor.ts";

afterEach(closeConductors);

test("with more slots what waits is started at once; with fewer, what is at work goes on and nothing is started", async () => {
  const { open, accept, setSlots, bench, statusOf, tell, ledger } = await setUpConductor();
  const conductor = open();
  setSlots(1);
  const ids: CommissionId[] = [];
  for (let count = 0; count < 4; count += 1) ids.push(await accept(conductor));
  await settled(() => bench.started.length === 1);
  setSlots(3);
  conductor.reconsider();
  await settled(() => bench.started.length === 3);
  for (const { id } of bench.started) {
    bench.live({ id, bench: 1 });
    bench.say({ id, bench: 1 }, ...begun);
    tell(id);
  }
  await settled(() => ledger.live().filter(({ status }) => status === "in_progress").length === 3);
  setSlots(1);
  conductor.reconsider();
  const [first] = ids;
  if (first) await conductor.cancel(first, null);
  bench.die({ id: first as CommissionId, bench: 1 });
  tell(first as CommissionId);
  await settled(async () => (await statusOf(first as CommissionId)) === "cancelled");
  conductor.reconsider();
  expect(bench.started.length).toBe(3);
  expect(
    ledger
      .live()
      .map(({ status }) => status)
      .sort(),
  ).toEqual(["in_progress", "in_progress", "pending"]);
});

const unbounded = { maxSeconds: null, memoryMb: null, processes: null, diskMb: null, files: null };

test("a hall's limits narrow what a worker declares, from the next start on, and refuse nothing", async () => {
  const { open, accept, deps, bench, ledger } = await setUpConductor();
  const conductor = open();
  const free = await accept(conductor);
  await settled(() => bench.started.length === 1);
  const settings = deps.settings();
  deps.settings = () => ({ ...settings, limits: { maxTurns: 3, maxBudgetUsd: 0.5 } });
  const bound = await accept(conductor);
  await settled(() => bench.started.length === 2);
  expect((await ledger.find(bound))?.record.limits).toEqual({
    ...unbounded,
    maxTurns: 3,
    maxBudgetUsd: 0.5,
  });
  expect((await ledger.find(free))?.record.limits?.maxTurns).toBeGreaterThan(3);
});

test.each([
  [
    { maxTurns: null, maxBudgetUsd: null },
    { maxTurns: 10, maxBudgetUsd: 2 },
  ],
  [
    { maxTurns: 4, maxBudgetUsd: null },
    { maxTurns: 4, maxBudgetUsd: 2 },
  ],
  [
    { maxTurns: 400, maxBudgetUsd: 1 },
    { maxTurns: 10, maxBudgetUsd: 1 },
  ],
])("10 turns and 2 dollars within %j are %j", (hall, expected) => {
  expect(narrowLimits({ maxTurns: 10, maxBudgetUsd: 2 }, hall)).toEqual({ ...unbounded, ...expected });
});
