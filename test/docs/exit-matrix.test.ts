// The exit matrix of docs/internals/exits.md says what the code does.
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import type { FactBody } from "../../src/contract/commission/facts.ts";
import { type SessionEnd, sessionEnd } from "../../src/contract/course/session-end.ts";
import { maxResumes, maxReturns } from "../../src/contract/commission/limits.ts";
import type { Ending } from "../../src/rules/course/describe-ending.ts";
import { decideExit } from "../../src/rules/commission/exit-matrix.ts";
import type { ExitPolicy } from "../../src/rules/commission/exits.ts";
import type { CommissionRecord } from "../../src/rules/commission/state.ts";
import { checkRan, someChecks, withChecks } from "../harness/ledger/checked.ts";
import {
  cancelRequested,
  commissionAfter,
  dispatched,
  factOf,
  inProgress,
  submitted,
} from "../harness/ledger/histories.ts";
import { codeIn, tableAfter } from "./tables.ts";

describe("the exit matrix of docs/internals", () => {
  const policy = hallPolicy();
  const [cancelRow, ...rows] = tableAfter("docs/internals/exits.md", "## The exit matrix");

  test("has a row for every way a session can end", () => {
    const hows = sessionEnd.options.map((option) => option.shape.how.value);
    expect(new Set(rows.map(([how = ""]) => codeIn(how)[0]))).toEqual(new Set([...hows, "lost"]));
  });

  test("is headed by the cancel, which wins over everything", () => {
    expect(cancelRow?.slice(1).map((cell) => codeIn(cell))).toEqual([["cancelled"], ["cancelled"]]);
    for (const ending of endings())
      expect(outcomeOf(commissionAfter(cancelRequested).record, ending)).toEqual(["cancelled"]);
  });

  test.each(endings())("says what the code does with %j", (ending) => {
    const [, withResult = "", without = ""] = rows.find(([how = ""]) => codeIn(how)[0] === ending.how) ?? [];
    const isSilent = ending.how === "normal" && ending.finalText === "";
    const expected = without.split("; ")[isSilent ? 1 : 0] ?? "";
    const completed = commissionAfter(submitted).record;
    expect(outcomeOf(completed, ending)).toEqual(codeIn(withResult));
    expect(hasAnomaly(completed, ending)).toBe(withResult.includes("anomaly"));
    expect(outcomeOf(commissionAfter(inProgress).record, ending)).toEqual(codeIn(expected));
  });

  test("says that a cut is resumed three times, a quota pauses, and what never began is started anew three times", () => {
    expect(policy).toMatchObject({
      maxResumes: 3,
      canPause: true,
      maxFalseStarts: 3,
      maxReturns: 1,
      backOffMs: [1000, 5000, 15_000],
    });
    const { record } = commissionAfter(dispatched);
    const died: Ending = { how: "died", message: "gone" };
    expect([0, 2, 3].map((resumes) => outcomeOf({ ...record, resumes }, died))).toEqual([
      ["resume"],
      ["resume"],
      ["failed", "crashed"],
    ]);
    const lost: Ending = { how: "lost", began: false, message: "gone" };
    expect([0, 2, 3].map((falseStarts) => outcomeOf({ ...record, falseStarts }, lost))).toEqual([
      ["resume"],
      ["resume"],
      ["failed", "crashed"],
    ]);
  });

  test("says what follows where checks decide", () => {
    const [passed, first, again, cut, none] = tableAfter(
      "docs/internals/exits.md",
      "## Where checks decide",
    ).map(([, follows = ""]) => codeIn(follows));
    const normal: Ending = { how: "normal", finalText: "done" };
    const facts = (exitCode: number): FactBody[] => [
      { type: "work.finished", end: normal, snapshot: null },
      ...someChecks.map((check) => checkRan(check, exitCode)),
    ];
    const proved = (exitCode: number) =>
      commissionAfter([...withChecks(submitted), ...facts(exitCode).map((fact, i) => factOf(i + 10, fact))])
        .record;
    const unproved = commissionAfter(withChecks(submitted)).record;
    const lost: Ending = { how: "lost", began: true, message: "gone" };
    expect([outcomeOf(proved(0), normal), outcomeOf(proved(0), lost)]).toEqual([passed, passed].map(known));
    expect(outcomeOf(proved(1), normal)).toEqual(known(first));
    expect(outcomeOf({ ...proved(1), returns: 1 }, normal)).toEqual(known(again));
    const cuts = [unproved, { ...unproved, resumes: 3 }].flatMap((record) => outcomeOf(record, lost));
    expect(cuts).toEqual(known(cut));
    const refuted = { ...commissionAfter(withChecks(inProgress)).record, refutation: proved(1).proof };
    const budget: Ending = { how: "budget", limitUsd: 5 };
    expect([...outcomeOf(refuted, budget), "failed"]).toEqual(known(none));
  });

  test("says what follows where a merge was checked", () => {
    const [passed, first, again, red, cut] = tableAfter("docs/internals/checks.md", "## Landing").map(
      ([, follows = ""]) => codeIn(follows),
    );
    const normal: SessionEnd = { how: "normal", finalText: "done" };
    const checked: SessionEnd = { how: "checked" };
    const lost: Ending = { how: "lost", began: true, message: "gone" };
    const oid = "a".repeat(40);
    const runs = (exitCode: number, on: "merge" | "tip"): FactBody[] =>
      someChecks.map((check) => ({ ...checkRan(check, exitCode), on }));
    const landed = (facts: readonly FactBody[]) => {
      const alone: FactBody[] = [
        { type: "work.finished", end: normal, snapshot: oid },
        ...someChecks.map((check) => checkRan(check, 0)),
        { type: "merge.tried", expected: oid, tree: oid },
        ...facts,
      ];
      return commissionAfter([...withChecks(submitted), ...alone.map((fact, i) => factOf(i + 10, fact))])
        .record;
    };
    const failed = landed([...runs(1, "merge"), ...runs(0, "tip")]);
    expect(outcomeOf(landed(runs(0, "merge")), checked)).toEqual(known(passed));
    expect(outcomeOf(failed, checked)).toEqual(known(first?.slice(0, 1)));
    expect(outcomeOf({ ...failed, returns: 1 }, checked)).toEqual(known(again));
    expect(outcomeOf(landed([...runs(1, "merge"), ...runs(1, "tip")]), checked)).toEqual(known(red));
    const cuts = [landed([]), { ...landed([]), resumes: 3 }].flatMap((record) => outcomeOf(record, lost));
    expect(cuts).toEqual(known(cut));
  });

  function known(words: string[] | undefined): string[] {
    return words ?? [];
  }

  function outcomeOf(record: CommissionRecord, ending: Ending): string[] {
    const exit = decideExit(record, ending, policy);
    if (exit.next === "pause") return ["paused"];
    if (exit.next !== "end") return [exit.next];
    const { outcome } = exit;
    if (outcome.status === "failed") return [outcome.status, outcome.reason];
    const isChecked = outcome.status === "completed" && outcome.trust !== "claimed";
    return [outcome.status, ...(isChecked ? [outcome.trust] : [])];
  }

  function hasAnomaly(record: CommissionRecord, ending: Ending): boolean {
    const exit = decideExit(record, ending, policy);
    return exit.next === "end" && exit.outcome.status === "completed" && exit.outcome.anomaly !== null;
  }
});

/** As it stands in the hall's wiring, which exports no part of it. */
function hallPolicy(): ExitPolicy {
  const written = /policy: (\{[^}]*\})/.exec(readFileSync("src/hall/wiring/wire.ts", "utf8"))?.[1] ?? "";
  const literal = written
    .replace("maxResumes,", `maxResumes: ${maxResumes},`)
    .replace("maxReturns,", `maxReturns: ${maxReturns},`);
  return JSON.parse(literal.replace(/(\w+):/g, '"$1":').replace(/(\d)_(\d)/g, "$1$2")) as ExitPolicy;
}

function endings(): Ending[] {
  const message = "why";
  const ends: SessionEnd[] = [
    { how: "normal", finalText: "words" },
    { how: "normal", finalText: "" },
    { how: "turns", limit: 1 },
    { how: "budget", limitUsd: 1 },
    { how: "wall_clock", limitMs: 1 },
    { how: "memory", limitMb: 1 },
    { how: "disk", limitMb: 1 },
    { how: "activation", message },
    { how: "api", status: null, message },
    { how: "quota", resetAt: "2026-11-15T12:00:00.000Z", message },
    { how: "died", message },
    { how: "garbled", message },
    { how: "rehearsal", message },
    { how: "stopped" },
    { how: "storage", message },
  ];
  return [...ends, { how: "lost", began: true, message }];
}
