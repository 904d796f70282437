// The hall's time, from the dates of its answers.
import { expect, test } from "bun:test";
import { aheadAfter, correctionOf } from "../../web/api/hall-clock.ts";

const hour = 3_600_000;
const heard = (...aheads: readonly number[]) =>
  aheads.reduce(
    (before, ahead) => aheadAfter(before, { sentAt: 9 * hour + ahead, now: 9 * hour }),
    -Infinity,
  );

test.each([
  ["nobody has answered", [], 0],
  ["the clocks are close", [-900, -300], 0],
  ["an answer came late", [-900, -12_000], 0],
  ["the hall is behind", [-2 * hour], -2 * hour],
  ["the hall is ahead", [hour, hour - 800], hour],
  ["its answer lay there while this machine slept", [-5 * hour, -400], 0],
  ["a clock was set", [-400, -2 * hour], -2 * hour],
  ["the date cannot be read", [hour, Number.NaN], hour],
])("where %s", (_what, aheads, correction) => {
  expect(correctionOf(heard(...aheads))).toBe(correction);
});
