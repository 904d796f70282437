// What follows where work is held to checks: the second table of docs/internals/exits.md, and what the hall writes.
import { describe, expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import type { SessionEnd } from "../../../src/contract/course/session-end.ts";
import { decide } from "../../../src/rules/commission/decide.ts";
import type { Ending } from "../../../src/rules/course/describe-ending.ts";
import { decideExit } from "../../../src/rules/commission/exit-matrix.ts";
import type { ExitPolicy } from "../../../src/rules/commission/exits.ts";
import { fold } from "../../../src/rules/commission/evolve.ts";
import type { Commission, CommissionRecord } from "../../../src/rules/commission/state.ts";
import { checkRan, someChecks, someTree, withChecks } from "../../harness/ledger/checked.ts";
import * as histories from "../../harness/ledger/histories.ts";
import { commissionAfter, factOf, stamp } from "../../harness/ledger/histories.ts";

const policy: ExitPolicy = {
  maxResumes: 3,
  maxFalseStarts: 2,
  maxReturns: 1,
  canPause: true,
  backOffMs: [1000, 5000],
};
const snapshot = "d".repeat(40);
const normal: SessionEnd = { how: "normal", finalText: "done" };
const died: SessionEnd = { how: "died", message: "killed" };
const lost: Ending = { how: "lost", began: true, message: "gone" };
const [first, second] = someChecks as [(typeof someChecks)[0], (typeof someChecks)[0]];

const handedIn = withChecks(histories.submitted);
const notHandedIn = withChecks(histories.inProgress);
const finished = (end: SessionEnd = normal): FactBody => ({ type: "work.finished", end, snapshot });
const passed = [checkRan(first, 0), checkRan(second, 0)];
const oneFailed = [checkRan(first, 1), checkRan(second, 0)];
const tooLong = [checkRan(first, 0), checkRan(second, null)];

function recordAfter(before: readonly EventBody[], facts: readonly FactBody[] = []): CommissionRecord {
  return commissionAfter([...before, ...facts.map((fact, i) => factOf(i + 10, fact))]).record;
}

const verified = { next: "end", outcome: { status: "completed", trust: "verified", anomaly: null } };
const refuted = { next: "end", outcome: { status: "completed", trust: "refuted" } };
const back = { next: "resume", cause: "refuted", afterMs: 0 };

describe("once its checks have run to their end", () => {
  for (const ending of [normal, died, lost, { how: "stopped" } as const])
    for (const [what, runs, expected] of [
      ["passed", passed, verified],
      ["failed", oneFailed, back],
      ["took too long", tooLong, back],
    ] as const)
      test(`work that ${what} is decided by them, with a workbench that ended by ${ending.how}`, () => {
        for (const before of [handedIn, notHandedIn])
          expect(decideExit(recordAfter(before, [finished(), ...runs]), ending, policy)).toMatchObject(
            expected,
          );
      });

  test("work that failed goes back once, and only from a session that ended normally", () => {
    const record = recordAfter(handedIn, [finished(), ...oneFailed]);
    expect(decideExit({ ...record, returns: 1 }, normal, policy)).toMatchObject(refuted);
    expect(decideExit(record, normal, { ...policy, maxReturns: 0 })).toMatchObject(refuted);
    const cut = recordAfter(handedIn, [finished(died), ...oneFailed]);
    expect(decideExit(cut, died, policy)).toMatchObject({
      ...refuted,
      outcome: { endedBy: "died", anomaly: "killed" },
    });
  });

  test("verified work says how its session ended, not how its workbench did", () => {
    const record = recordAfter(handedIn, [finished({ how: "budget", limitUsd: 5 }), ...passed]);
    expect(decideExit(record, lost, policy)).toMatchObject({
      outcome: { trust: "verified", endedBy: "budget", anomaly: expect.stringContaining("$5") },
    });
  });
});

describe("while checks are outstanding", () => {
  const cases: [string, CommissionRecord][] = [
    ["a result, and no check", recordAfter(handedIn)],
    ["a result, and one check of two", recordAfter(handedIn, [finished(), checkRan(first, 0)])],
    [
      "last words, and one check of two that failed",
      recordAfter(notHandedIn, [finished(), checkRan(first, 1)]),
    ],
  ];
  for (const [what, record] of cases) {
    test(`${what}: another workbench is to run them, counted like a crash`, () => {
      for (const ending of [
        lost,
        died,
        { how: "stopped" } as const,
        { how: "activation", message: "no" } as const,
      ])
        expect(decideExit(record, ending, policy)).toEqual({ next: "resume", cause: "crash", afterMs: 1000 });
    });

    test(`${what}: a full disk and a stop are not counted`, () => {
      const full: Ending = { how: "storage", message: "no space" };
      const storage = { next: "resume", cause: "storage", afterMs: 5000 };
      const worn = { ...record, resumes: 3 };
      expect(decideExit(worn, full, policy)).toMatchObject(storage);
      expect(decideExit(worn, { ...lost, storage: true }, policy)).toMatchObject(storage);
      const stopped: CommissionRecord = { ...worn, stopRequested: true };
      expect(decideExit(stopped, { how: "stopped" }, policy)).toMatchObject({ cause: "stop" });
    });

    test(`${what}: where the set-up they need fails it is refuted at once, since it would fail again`, () => {
      const ended: Ending = { how: "setup", message: "npm ci failed" };
      const said = { anomaly: expect.stringContaining("npm ci failed") };
      expect(decideExit(record, ended, policy)).toMatchObject({ ...refuted, outcome: said });
    });

    test(`${what}: where there may be no further workbench it is refuted, and says why`, () => {
      const said = { anomaly: expect.stringContaining("could not be run") };
      expect(decideExit({ ...record, resumes: 3 }, lost, policy)).toMatchObject({
        ...refuted,
        outcome: said,
      });
      const unbegun: Ending = { ...lost, began: false };
      expect(decideExit(record, unbegun, policy)).toMatchObject({ cause: "start" });
      expect(decideExit({ ...record, falseStarts: 2 }, unbegun, policy)).toMatchObject({
        ...refuted,
        outcome: said,
      });
      expect(decideExit({ ...record, falseStarts: 1 }, { ...unbegun, hung: true }, policy)).toMatchObject(
        refuted,
      );
    });
  }

  test("a session that ended normally without a proof is never taken at its word", () => {
    expect(decideExit(recordAfter(notHandedIn), normal, policy)).toMatchObject({ cause: "crash" });
  });
});

describe("after it went back to its worker", () => {
  const returned: EventBody[] = [
    ...handedIn,
    ...[finished(), ...oneFailed].map((fact, i) => factOf(i + 10, fact)),
    { type: "commission.requeued", cause: "refuted", notBefore: "2026-11-15T09:00:00.000Z" },
    { type: "workbench.starting", bench: 2 },
  ];
  const again = (...facts: FactBody[]): CommissionRecord =>
    commissionAfter([...returned, ...facts.map((fact, i) => factOf(i + 1, fact, 2))]).record;

  test("the result no longer says that it is done: a cut session is resumed", () => {
    expect(again()).toMatchObject({ returns: 1, resumes: 0, proof: null, submission: { refuted: true } });
    expect(decideExit(again(), lost, policy)).toMatchObject({ next: "resume", cause: "crash" });
  });

  test.each<[string, SessionEnd]>([
    ["its budget is spent", { how: "budget", limitUsd: 5 }],
    ["its turns are over", { how: "turns", limit: 5 }],
    ["it cannot be started any more", { how: "activation", message: "no worker" }],
  ])("where %s it is refuted, not failed: work was handed in", (_why, end) => {
    expect(decideExit(again(), end, policy)).toMatchObject({ ...refuted, outcome: { endedBy: end.how } });
  });

  test("checks that pass now verify it; checks that fail again refute it", () => {
    expect(decideExit(again(finished(), ...passed), normal, policy)).toMatchObject(verified);
    expect(decideExit(again(finished(), ...oneFailed), normal, policy)).toMatchObject(refuted);
  });

  test("why it went back is on record", () => {
    const before: EventBody[] = [
      ...handedIn,
      ...[finished(), ...oneFailed, { type: "session.ended" as const, end: normal }].map((f, i) =>
        factOf(i + 10, f),
      ),
    ];
    const after = concluded(before);
    expect(after).toMatchObject({ status: "pending", record: { returns: 1, resumes: 0 } });
    expect(after.record.loss).toMatchObject({
      cause: "refuted",
      message: expect.stringContaining('"make test" ended with 1'),
    });
    expect(after.record.refutation?.runs).toHaveLength(2);
  });
});

test("a cancel wins over checks that passed, until the finish is planned", () => {
  const record = recordAfter(handedIn, [finished(), ...passed]);
  expect(decideExit({ ...record, cancel: { by: "person", reason: "no" } }, normal, policy)).toMatchObject({
    outcome: { status: "cancelled" },
  });
});

describe("the plan for its branch", () => {
  const over = (facts: readonly FactBody[]) =>
    [...facts, { type: "session.ended" as const, end: normal }].map((fact, i) => factOf(i + 10, fact));
  test.each<[string, EventBody[], "merge" | "keep" | undefined]>([
    ["verified work is merged", [...handedIn, ...over([finished(), ...passed])], "merge"],
    [
      "work without checks is merged on its worker's word",
      [...withChecks(histories.submitted, []), ...over([finished()])],
      "merge",
    ],
    [
      "failed work is kept",
      [...notHandedIn, factOf(10, { type: "session.ended", end: { how: "turns", limit: 1 } })],
      "keep",
    ],
    ["one without a tree has none", [...histories.submitted, ...over([])], undefined],
  ])("%s", (_what, history, tree) => {
    expect(concluded(history).record.plan?.tree).toBe(tree);
  });

  test("refuted work is kept", () => {
    const twice = { ...policy, maxReturns: 0 };
    const verdict = decide(commissionAfter([...handedIn, ...over([finished(), ...oneFailed])]), {
      do: "conclude",
      policy: twice,
      now: 0,
    });
    expect(verdict).toMatchObject({
      ok: true,
      events: [{ plan: { tree: "keep", outcome: { trust: "refuted" } } }],
    });
  });

  test("before its first workbench there is nothing to keep", () => {
    const torn = withChecks(histories.dispatched).slice(0, -1);
    const cancel = decide(commissionAfter(torn), { do: "cancel", by: "person", reason: "no" });
    expect(cancel.ok && cancel.events[0]).not.toHaveProperty("plan.tree");
  });

  test("it is not finished before its branch is, and a merge is planned only where one is meant", () => {
    const merged = concluded([...handedIn, ...over([finished(), ...passed])]);
    const kept = concluded([
      ...notHandedIn,
      factOf(10, { type: "session.ended", end: { how: "turns", limit: 1 } }),
    ]);
    const move = {
      do: "plan-merge",
      expected: "a".repeat(40),
      commit: "b".repeat(40),
      tip: "c".repeat(40),
    } as const;
    expect(decide(merged, { do: "record-applied", artifacts: [], problems: [] }).ok).toBe(false);
    expect(decide(merged, move)).toMatchObject({
      ok: true,
      events: [{ type: "merge.planned", into: "claude/main" }],
    });
    expect(decide(kept, move).ok).toBe(false);
  });
});

test("what it is held to is decided at its first dispatch", () => {
  const pending = commissionAfter([
    ...handedIn,
    { type: "commission.requeued", cause: "crash", notBefore: "2026-11-15T09:00:00.000Z" },
  ]);
  const verdict = decide(pending, {
    do: "dispatch",
    sandbox: "process",
    limits: { maxTurns: 1, maxBudgetUsd: 1 },
    checks: [],
  });
  expect(verdict).toMatchObject({ ok: true, events: [{ checks: someChecks }, { bench: 2 }] });
  expect(verdict.ok && verdict.events[0]).not.toHaveProperty("tree");
});

function concluded(history: readonly EventBody[]): Commission {
  const candidate = { kind: "ready", expected: someTree.base, tree: snapshot } as const;
  const landing = {
    candidate,
    isNext: true,
    theirs: { commits: [], files: [], patch: "", cut: false },
    marked: false,
  };
  const verdict = decide(commissionAfter(history), { do: "conclude", policy, now: 0, landing });
  if (!verdict.ok) throw new Error(verdict.problem.message);
  const commission = fold(stamp([...history, ...verdict.events]));
  if (!commission) throw new Error("there is none");
  return commission;
}

describe("a set-up that failed without a network", () => {
  const waits: Ending = {
    how: "setup",
    message: "no network",
    approve: { tree: "e".repeat(40), own: null },
  };
  const waiting = { next: "resume", cause: "setup", afterMs: 0 };

  test("waits for a person, whatever it was for and however often the work came back", () => {
    for (const record of [
      recordAfter(notHandedIn),
      recordAfter(handedIn),
      recordAfter(handedIn, [finished()]),
      recordAfter(handedIn, [finished(), ...passed]),
      { ...recordAfter(handedIn, [finished()]), returns: 1, resumes: 3 },
    ])
      expect(decideExit(record, waits, policy)).toEqual(waiting as never);
  });

  test("the control: one that failed for another reason refutes finished work", () => {
    const failed: Ending = { how: "setup", message: "exit 7" };
    expect(decideExit(recordAfter(handedIn, [finished()]), failed, policy)).toMatchObject(refuted);
  });

  test("does not hold up one that is cancelled", () => {
    const record = { ...recordAfter(handedIn), cancel: { by: "cli", reason: "enough" } };
    expect(decideExit(record, waits, policy)).toMatchObject({ outcome: { status: "cancelled" } });
  });
});
