// The nine promises, kept in simulated worlds that crash by lot: the real rules, ledger, disk code, conductor, engine and
// workbench protocol, on a simulated machine.
import { describe, expect, test } from "bun:test";
import { controls } from "./controls.ts";
import { failedSeeds } from "./failed-seeds.ts";
import { describeFailure } from "./report.ts";
import { runSeed, type SeedReport } from "./run-seed.ts";
import type { Wiring } from "./wiring.ts";
import { everyNth, firstOf, isLongRun } from "../harness/long.ts";

const patienceMs = 240_000;
/** How many worlds are tried in a row. */
const worlds = isLongRun ? 50 : 12;

async function firstFailure(seeds: Iterable<number>, wiring?: Wiring): Promise<SeedReport | null> {
  for (const seed of seeds) {
    const report = await runSeed({ seed, ...(wiring && { wiring }) });
    if (report.violation) return report;
  }
  return null;
}

function* from(first: number, count: number): Iterable<number> {
  for (let seed = first; seed < first + count; seed += 1) yield seed;
}

describe("whatever strikes, the promises hold", () => {
  test.each(firstOf([1, 51, 101, 151], 1))(
    `in the ${worlds} worlds from seed %i`,
    async (first) => {
      const failure = await firstFailure(from(first, worlds));
      expect(failure && describeFailure(failure)).toBeNull();
    },
    patienceMs,
  );

  test.each(everyNth(failedSeeds, 4).map(({ seed, because }) => [seed, because] as const))(
    "in world %i, where once %s",
    async (seed) => {
      const failure = await firstFailure([seed]);
      expect(failure && describeFailure(failure)).toBeNull();
    },
    patienceMs,
  );
});

test(
  "a seed gives the same steps every time",
  async () => {
    for (const seed of from(1, isLongRun ? 6 : 2)) {
      const [first, second] = [await runSeed({ seed }), await runSeed({ seed })];
      expect(second).toEqual(first);
      expect(first.steps).toBeGreaterThan(50);
    }
  },
  patienceMs,
);

describe("controls", () => {
  test.each(everyNth(controls, 4).map((control) => [control.without, control] as const))(
    "without %s, a promise is seen broken",
    async (_without, { wiring, breaks }) => {
      const failure = await firstFailure(from(1, 120), wiring);
      expect(breaks as readonly string[]).toContain(failure?.violation?.promise ?? "nothing");
    },
    patienceMs,
  );
});
