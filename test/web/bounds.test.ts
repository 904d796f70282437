// New limits for the next attempt, as they are typed on the page.
import { expect, test } from "bun:test";
import { boundsBefore, limitWords, noBounds, readBounds } from "../../web/words/bounds.ts";

test.each([
  [{}, {}],
  [{ usd: "2.5" }, { maxBudgetUsd: 2.5 }],
  [
    { usd: " 3 ", turns: "40", minutes: "0.5" },
    { maxBudgetUsd: 3, maxTurns: 40, maxSeconds: 30 },
  ],
  [{ minutes: "0.001" }, { maxSeconds: 1 }],
  [{ usd: "two" }, "Dollars are a number above 0, such as 2.50."],
  [{ usd: "-1" }, "Dollars are a number above 0, such as 2.50."],
  [{ turns: "1.5" }, "Turns are a whole number above 0."],
  [{ turns: "Infinity" }, "Turns are a whole number above 0."],
  [{ minutes: "0" }, "Minutes are a number above 0, such as 30."],
])("%j is read as %j", (typed, read) => {
  expect(readBounds({ ...noBounds, ...typed })).toEqual(read);
});

test("what the last attempt had is shown, and no limit as none", () => {
  expect(boundsBefore({ maxTurns: 150, maxBudgetUsd: 0.25 })).toEqual({
    usd: "0.25",
    turns: "150",
    minutes: "no limit",
  });
  expect(boundsBefore({ maxTurns: 1, maxBudgetUsd: 1, maxSeconds: 90 }).minutes).toBe("1.5");
  expect(boundsBefore(null)).toEqual(noBounds);
});

test("only who ran into a limit is said to need more of it", () => {
  expect(limitWords("budget")).toContain("budget");
  expect([limitWords("api"), limitWords(undefined), limitWords("constructor")]).toEqual([null, null, null]);
});
