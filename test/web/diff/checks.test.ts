// How each thing that must hold stands, as the page seals it.
import { expect, test } from "bun:test";
import { checkStates } from "../../../web/views/commission/checks-state.ts";
import { runWords } from "../../../web/views/commission/timeline/run-words.ts";

const planned = { command: "npm test", from: "project" } as const;
const ran = (exitCode: number | null, timedOut = false) => ({
  ...planned,
  exitCode,
  timedOut,
  output: "",
  cut: false,
  ms: 1,
  at: null,
  tree: null,
});

test.each([
  [ran(0), "passed", "passed"],
  [ran(1), "failed", "exit 1"],
  [ran(null), "failed", "ended by a signal"],
  [ran(null, true), "failed", "timed out"],
  [ran(0, true), "failed", "timed out"],
])("%j: %s, since %s", (run, state, words) => {
  expect(checkStates({ planned: [planned], checks: [run], isOver: true })).toMatchObject([{ state, run }]);
  expect(runWords(run)).toBe(words);
});

test("what was not run waits while the work goes on, and never was once it is over", () => {
  const states = [false, true].map((isOver) => checkStates({ planned: [planned], checks: [], isOver }));
  expect(states.flat().map(({ state }) => state)).toEqual(["not-yet", "never"]);
});

test("a check that was planned twice takes a run each, and one that nobody planned is shown behind them", () => {
  const other = { ...ran(0), command: "make", from: "commission" as const };
  const states = checkStates({ planned: [planned, planned], checks: [ran(1), other, ran(0)], isOver: true });
  expect(states.map(({ command, state }) => `${command} ${state}`)).toEqual([
    "npm test failed",
    "npm test passed",
    "make passed",
  ]);
});
