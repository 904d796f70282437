// The watch over a session's limits, on a clock that the test moves.
import { expect, test } from "bun:test";
import type { Limits } from "../../src/contract/commission/limits.ts";
import type { Breach, SessionUse } from "../../src/rules/limits/breach.ts";
import { watchLimits } from "../../src/workbench/bench/watch-limits.ts";
import { createManualClock } from "../fakes/manual-clock.ts";

const limits: Limits = { maxTurns: 1, maxBudgetUsd: 1, maxSeconds: 31_536_000, memoryMb: 1 };

function setUp(workedMs = 0) {
  const clock = createManualClock();
  const broken: Breach[] = [];
  const measured = { memory: null as SessionUse["memory"] };
  let looks = 0;
  const watch = watchLimits({
    clock,
    limits,
    measure: async () => {
      looks += 1;
      return { workedMs: workedMs + clock.monotonic(), memory: measured.memory, disk: null };
    },
    onBreach: (breach) => void broken.push(breach),
  });
  const pass = async (ms: number) => {
    await Bun.sleep(0);
    clock.advance(ms);
    await Bun.sleep(0);
  };
  return { watch, broken, measured, pass, clock, looks: () => looks };
}

test("a watch looks once a second, and says one time what was broken", async () => {
  const { broken, measured, pass, clock, looks } = setUp();
  for (let second = 0; second < 5; second += 1) await pass(1000);
  expect({ looks: looks(), broken }).toEqual({ looks: 6, broken: [] });
  measured.memory = { bytes: 0, refused: true };
  for (let second = 0; second < 5; second += 1) await pass(1000);
  expect(broken).toEqual([{ how: "memory", limitMb: 1 }]);
  expect(clock.pending()).toBe(0);
});

test("a watch over a year of work ends it to the moment, counting what was worked before", async () => {
  const year = 31_536_000_000;
  const { broken, pass } = setUp(year - 1250);
  await pass(1000);
  expect(broken).toEqual([]);
  await pass(249);
  expect(broken).toEqual([]);
  await pass(1);
  expect(broken).toEqual([{ how: "wall_clock", limitMs: year }]);
});

test("a watch that was stopped says nothing, even of what it was just measuring", async () => {
  const { watch, broken, pass, clock } = setUp(31_536_000_000);
  watch.stop();
  await pass(5000);
  expect({ broken, pending: clock.pending() }).toEqual({ broken: [], pending: 0 });
});
