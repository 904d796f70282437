// When work is taken for done, and what of it is still to be proved.
import { describe, expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import type { AcceptanceCheck, CommandRun } from "../../../src/contract/project/tree.ts";
import { finishedBefore, isFinished, proofOf } from "../../../src/rules/checks/proof.ts";
import type { CommissionRecord } from "../../../src/rules/commission/state.ts";
import { commissionAfter, created, factOf, inProgress } from "../../harness/ledger/histories.ts";

const checks: AcceptanceCheck[] = [
  { command: "make test", timeoutSeconds: 60, from: "project" },
  { command: "make lint", timeoutSeconds: 60, from: "commission" },
];
const begun: EventBody[] = [
  ...created,
  {
    type: "commission.dispatched",
    sandbox: "bubblewrap",
    limits: { maxTurns: 150, maxBudgetUsd: 5 },
    checks,
  },
  { type: "workbench.starting", bench: 1 },
  ...inProgress.slice(-2),
];
const normal: SessionEnd = { how: "normal", finalText: "done" };
const silent: SessionEnd = { how: "normal", finalText: " \n" };
const died: SessionEnd = { how: "died", message: "killed" };
const handedIn: FactBody = {
  type: "result.submitted",
  callKey: "k",
  summary: "s",
  output: null,
  artifacts: [],
};
const finished: FactBody = { type: "work.finished", end: normal, snapshot: null };
const ran = (index: 0 | 1, exitCode: number | null): FactBody => {
  const { command, from } = checks[index] as AcceptanceCheck;
  const run: CommandRun = { command, exitCode, timedOut: false, output: "", cut: false, ms: 1 };
  return { type: "check.ran", from, run };
};

function after(before: EventBody[], ...facts: FactBody[]): CommissionRecord {
  return commissionAfter([...before, ...facts.map((fact, index) => factOf(index + 3, fact))]).record;
}

const sentBack: EventBody[] = [
  ...begun,
  ...[handedIn, finished, ran(0, 0), ran(1, 1), { type: "session.ended" as const, end: normal }].map(
    (fact, index) => factOf(index + 3, fact),
  ),
  { type: "commission.requeued", cause: "refuted", notBefore: "soon" },
  { type: "workbench.starting", bench: 2 },
];

describe("a session has done its work", () => {
  test.each<[string, CommissionRecord, SessionEnd, boolean]>([
    ["when it ended normally with a last word", after(begun), normal, true],
    ["but not when it said nothing at all", after(begun), silent, false],
    ["and not when it died", after(begun), died, false],
    ["also when it died, once a result was handed in", after(begun, handedIn), died, true],
    [
      "and not when its rehearsal went otherwise",
      after(begun, handedIn),
      { how: "rehearsal", message: "m" },
      false,
    ],
    ["and not when it took too much of the disk", after(begun, handedIn), { how: "disk", limitMb: 5 }, false],
    ["and not when it made too many files", after(begun, handedIn), { how: "files", limit: 16 }, false],
    ["but not when it died while it mends what was sent back", commissionAfter(sentBack).record, died, false],
    ["when it says nothing more of what was sent back", commissionAfter(sentBack).record, silent, true],
  ])("%s", (_name, record, end, expected) => {
    expect(isFinished(record, end)).toBe(expected);
  });
});

describe("what another workbench finds", () => {
  test.each<[string, CommissionRecord, SessionEnd | null]>([
    ["is a session to be run, where nothing was handed in", after(begun), null],
    ["is work without checks, where a result was", after(begun, handedIn), expect.objectContaining(died)],
    ["is how its session ended, where its checks were cut off", after(begun, finished, ran(0, 0)), normal],
    ["is a session to be run, where its checks failed", commissionAfter(sentBack).record, null],
  ])("%s", (_name, record, end) => {
    const known = { ...record, loss: { at: "t", cause: "crash" as const, message: "killed" } };
    expect(finishedBefore(known)).toEqual(end);
  });
});

test("what is handed in again is new work: no earlier check speaks of it", () => {
  const again = commissionAfter([...sentBack, factOf(1, handedIn, 2)]).record;
  expect(again).toMatchObject({ proof: null, returns: 1 });
  expect(isFinished(again, died)).toBe(true);
  expect(proofOf(again)).toBe("none");
});

test.each<[string, FactBody[], string]>([
  ["all of its checks, in order", [ran(0, 0), ran(1, 0)], "passed"],
  ["one of them twice", [ran(0, 0), ran(0, 0)], "incomplete"],
  ["them the other way round", [ran(1, 0), ran(0, 0)], "incomplete"],
])("work is proved by the checks it is held to: with runs of %s", (_name, runs, state) => {
  expect(proofOf(after(begun, finished, ...runs))).toBe(state as ReturnType<typeof proofOf>);
});
