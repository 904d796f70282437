// Marks tests that take long, such as sweeps over many cases of a promise. `npm test` runs a few cases of each promise;
// `npm run hunts` runs the marked files once more, with all their cases.
import { test } from "bun:test";

/** Whether all cases run. `scripts/test.ts --long` sets this variable. */
export const isLongRun = process.env["GUILD_HALL_TEST_LONG"] === "1";

/** Stands in for `test` where the marked tests are left out. Registers nothing, not even a skipped test. */
const leftOut = Object.assign(() => undefined, {
  each: () => () => undefined,
  skipIf: () => () => undefined,
});

/** `test` in the long run. Another test of the same promise has to run in `npm test`. */
export const longTest = isLongRun ? test : (leftOut as unknown as typeof test);

/** Returns all cases in the long run, otherwise every `step`-th of them, beginning with the first. */
export function everyNth<T>(cases: readonly T[], step: number): T[] {
  return cases.filter((_, at) => isLongRun || at % step === 0);
}

/** Returns all cases in the long run, otherwise the first few of them. */
export function firstOf<T>(cases: readonly T[], count: number): T[] {
  return isLongRun ? [...cases] : cases.slice(0, count);
}
