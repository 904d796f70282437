// How finished work stands on its way to the integration branch, and whose turn it is.
import { describe, expect, test } from "bun:test";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { type AdmissionFacts, decideAdmission } from "../../../src/rules/admission/admission.ts";
import { defaultConfig } from "../../../src/contract/home/config.ts";
import { isProvedOn, landingOf } from "../../../src/rules/checks/landing.ts";
import { proofOf } from "../../../src/rules/checks/proof.ts";
import type { CommissionRecord } from "../../../src/rules/commission/state.ts";
import { checkRan, someChecks, withChecks } from "../../harness/ledger/checked.ts";
import { commissionAfter, factOf, submitted } from "../../harness/ledger/histories.ts";

const normal: SessionEnd = { how: "normal", finalText: "done" };
const oid = "a".repeat(40);
const [ofProject, ofCommission] = someChecks as [(typeof someChecks)[0], (typeof someChecks)[0]];

interface Runs {
  /** Exit codes of the project's check and of the commission's own. */
  merge: [number, number];
  without: [number, number];
}

function landed({ merge, without }: Runs, more: Partial<CommissionRecord> = {}): CommissionRecord {
  const runs = (exits: [number, number], on: "merge" | "tip"): FactBody[] => [
    { ...checkRan(ofProject, exits[0]), on },
    { ...checkRan(ofCommission, exits[1]), on },
  ];
  const facts: FactBody[] = [
    { type: "work.finished", end: normal, snapshot: oid, documents: true },
    ...someChecks.map((check) => checkRan(check, 0)),
    { type: "merge.tried", expected: oid, tree: oid },
    ...runs(merge, "merge"),
    ...runs(without, "tip"),
  ];
  const history = [...withChecks(submitted), ...facts.map((fact, i) => factOf(i + 10, fact))];
  return { ...commissionAfter(history).record, ...more };
}

describe("the merge of finished work", () => {
  test.each<[string, Runs, Partial<CommissionRecord>, string]>([
    ["passes", { merge: [0, 0], without: [0, 0] }, {}, "passed"],
    ["fails where the branch alone passes", { merge: [1, 0], without: [0, 0] }, {}, "failed"],
    ["fails as the branch alone does", { merge: [1, 0], without: [1, 0] }, {}, "red"],
    [
      "fails a check of its own, which fails without the work by its nature",
      { merge: [0, 1], without: [0, 1] },
      {},
      "failed",
    ],
    [
      "of a reviewer fails as the branch alone does",
      { merge: [1, 0], without: [1, 0] },
      { readOnly: true },
      "excused",
    ],
    [
      "of a reviewer fails a check of its own",
      { merge: [1, 1], without: [1, 1] },
      { readOnly: true },
      "failed",
    ],
  ])("that %s", (_what, runs, more, expected) => {
    expect(landingOf(landed(runs, more))).toBe(expected as ReturnType<typeof landingOf>);
  });
});

describe("work of a worker that changes no files", () => {
  const proved = (facts: { documents: boolean; from: "project" | "commission" }) => {
    const check = facts.from === "project" ? ofProject : ofCommission;
    const lines: FactBody[] = [
      { type: "work.finished", end: normal, snapshot: oid, documents: facts.documents },
      checkRan(check, 1),
      { ...checkRan(check, 1), on: "base" },
    ];
    const history = [...withChecks(submitted, [check]), ...lines.map((line, i) => factOf(i + 10, line))];
    return proofOf({ ...commissionAfter(history).record, readOnly: true });
  };
  test.each([
    [{ documents: true, from: "project" }, "excused"],
    [{ documents: false, from: "project" }, "failed"],
    [{ documents: true, from: "commission" }, "failed"],
  ] as const)("%j: %s", (facts, expected) => expect(proved(facts)).toBe(expected));
});

test("a landing asks no model: it starts without a key and in a spent quota, and is never its probe", () => {
  const record = landed({ merge: [0, 0], without: [0, 0] });
  const waiting = { status: "pending" as const, notBefore: null, record: { ...record, end: null } };
  const facts: AdmissionFacts = {
    slots: 1,
    memberSlots: 1,
    hasModel: false,
    limits: { ...defaultConfig.admission, minFreeMemoryMb: 0 },
    machine: { memoryMb: undefined, diskMb: undefined },
    startedMsAgo: [],
    quota: {
      pause: {
        version: 1,
        credential: "c",
        pausedUntil: "2026-11-15T09:00:00.000Z",
        since: "s",
        message: "m",
        byCommission: null,
        probe: null,
      },
      msLeft: 0,
    },
    msUntil: () => 0,
    setAside: new Map(),
  } as unknown as AdmissionFacts;
  expect(decideAdmission([waiting], facts).start).toEqual({ id: record.request.id, isProbe: false });
});

describe("a tree counts as checked", () => {
  const finished = (changed: boolean, checks: typeof someChecks) => {
    const facts: FactBody[] = [
      { type: "work.finished", end: normal, snapshot: oid, changed },
      ...checks.map((check) => checkRan(check, 0)),
    ];
    return commissionAfter([...withChecks(submitted), ...facts.map((fact, i) => factOf(i + 10, fact))])
      .record;
  };

  test("if all checks passed on it", () => {
    expect(isProvedOn(finished(true, someChecks), oid)).toBe(true);
    expect(isProvedOn(finished(true, someChecks), "b".repeat(40))).toBe(false);
    expect(isProvedOn(finished(true, [ofProject]), oid)).toBe(false);
  });

  test("but not if the project's checks were left out, because the work changed nothing", () => {
    const record = finished(false, [ofCommission]);
    expect(proofOf(record)).toBe("passed");
    expect(isProvedOn(record, oid)).toBe(false);
  });
});
