// The hall reads its ended commissions at leisure, all of them, again and again.
import { expect, test } from "bun:test";
import { commissionId } from "../../../src/contract/home/ids.ts";
import { Fault } from "../../../src/contract/api/problem.ts";
import { newUuid } from "../../../src/host/ids.ts";
import { createInspection } from "../../../src/hall/upkeep/inspection.ts";
import { createManualClock } from "../../fakes/manual-clock.ts";
import { settled } from "../../harness/conductor.ts";

function setUp(count: number) {
  const clock = createManualClock();
  const ids = Array.from({ length: count }, () => commissionId.parse(newUuid()));
  const read: string[] = [];
  const errors: string[] = [];
  const failing = new Map<string, Error>();
  const inspection = createInspection({
    clock,
    ended: () => ids,
    inspect: async (id) => {
      read.push(id);
      const error = failing.get(id);
      if (error) throw error;
    },
    log: { error: (message) => errors.push(message) },
  });
  const advance = async (ms: number) => {
    await settled(() => clock.pending() > 0);
    clock.advance(ms);
  };
  return { clock, ids, read, errors, failing, inspection, advance };
}

test("nothing is read while a hall starts; then all are, one after another with a rest, and again a day later", async () => {
  const { clock, ids, read, inspection, advance } = setUp(3);
  inspection.start();
  await advance(299_000);
  expect(read).toEqual([]);
  await advance(1000);
  await settled(() => read.length === 1);
  for (const done of [2, 3]) {
    await advance(20);
    await settled(() => read.length === done);
  }
  expect(read).toEqual(ids);
  await advance(20);
  await advance(86_400_000);
  await settled(() => read.length === 4);
  await inspection.stop();
  expect(clock.pending()).toBe(0);
});

test("who is in a hurry reads those that were not read yet, and is told how many there are", async () => {
  const { ids, read, inspection } = setUp(4);
  expect(await inspection.hurry(1000)).toEqual({ total: 4, read: 4 });
  expect(read).toEqual(ids);
  expect(await inspection.hurry(1000)).toEqual({ total: 4, read: 4 });
  expect(read).toHaveLength(4);
  expect(await setUp(4).inspection.hurry(0)).toEqual({ total: 4, read: 0 });
});

test("one that is damaged, or cannot be looked at, holds up no other", async () => {
  const { ids, read, errors, failing, inspection } = setUp(3);
  failing.set(ids[0] ?? "", new Fault("damaged", "Line 1 is not what was written"));
  failing.set(ids[1] ?? "", new Error("EIO"));
  await inspection.hurry(1000);
  expect(read).toEqual(ids);
  // Damage is named by the ledger itself; only what is no damage is logged here.
  expect(errors).toHaveLength(1);
});
