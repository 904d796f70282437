// Every pair of a state and a command has a stated answer.
import { describe, expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { Command, CommandName } from "../../../src/rules/commission/commands.ts";
import { answersTo } from "../../../src/rules/commission/answers.ts";
import type { LandingCommand } from "../../../src/rules/commission/decide-landing.ts";
import { decide } from "../../../src/rules/commission/decide.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import * as histories from "../../harness/ledger/histories.ts";
import { commissionAfter, factOf, someRequest } from "../../harness/ledger/histories.ts";

const policy = { maxResumes: 3, maxFalseStarts: 2, maxReturns: 1, canPause: true, backOffMs: [1000] };

/** The acts on finished work have a table of their own, in decide-landing.test.ts. */
type TabledName = Exclude<CommandName, LandingCommand["do"]>;

const commands: Record<TabledName, Command> = {
  create: { do: "create", request: someRequest },
  block: { do: "block", waitingFor: ["x"] },
  unblock: { do: "unblock" },
  dispatch: { do: "dispatch", sandbox: "process", limits: { maxTurns: 1, maxBudgetUsd: 1 } },
  "take-fact": {
    do: "take-fact",
    bench: 1,
    benchSeq: 99,
    at: "2026-11-15T10:00:00.000Z",
    fact: { type: "session.said", text: "hi" },
  },
  "lose-workbench": { do: "lose-workbench", bench: 1, began: true, message: "gone" },
  cancel: { do: "cancel", by: "person", reason: "enough" },
  stop: { do: "stop", by: "person" },
  conclude: { do: "conclude", policy, now: 0 },
  reject: { do: "reject", message: "no worker" },
  "record-applied": { do: "record-applied", artifacts: [], problems: [] },
  settle: { do: "settle" },
  withdraw: { do: "withdraw", reason: "The branch has moved." },
  wake: { do: "wake", now: 0 },
  "plan-merge": { do: "plan-merge", expected: "a".repeat(40), commit: "b".repeat(40), tip: "c".repeat(40) },
  answer: { do: "answer", number: 1, answer: "yes", by: "person" },
  tell: { do: "tell", text: "Use v2.", by: "person", key: null },
};

const none = "-";
const no = "refused";
const cancelNow = "finish.planned cancel.requested";

// One row a state, one column a command: the events written, "-" for none, or "refused".
const columns = [
  "create",
  "block",
  "unblock",
  "dispatch",
  "take-fact",
  "lose-workbench",
  "cancel",
  "conclude",
  "reject",
  "record-applied",
  "settle",
  "wake",
  "stop",
  "plan-merge",
  "answer",
  "withdraw",
  "tell",
] as const;
const table: Record<string, readonly string[]> = {
  nothing: ["commission.created", no, no, no, no, no, no, no, no, no, no, no, no, no, no, no, no],
  created: [
    no,
    "commission.blocked",
    no,
    "commission.dispatched workbench.starting",
    none,
    none,
    cancelNow,
    no,
    "finish.planned",
    no,
    no,
    no,
    none,
    no,
    no,
    no,
    "note.said",
  ],
  blocked: [
    no,
    "commission.blocked",
    "commission.unblocked",
    no,
    none,
    none,
    cancelNow,
    no,
    "finish.planned",
    no,
    no,
    no,
    none,
    no,
    no,
    no,
    "note.said",
  ],
  dispatched: [
    no,
    no,
    no,
    no,
    "session.said",
    "workbench.lost",
    "cancel.requested",
    no,
    no,
    no,
    no,
    no,
    "stop.requested",
    no,
    no,
    no,
    "note.said",
  ],
  inProgress: [
    no,
    no,
    no,
    no,
    "session.said",
    "workbench.lost",
    "cancel.requested",
    no,
    no,
    no,
    no,
    no,
    "stop.requested",
    no,
    no,
    no,
    "note.said",
  ],
  cancelRequested: [
    no,
    no,
    no,
    no,
    "session.said",
    "workbench.lost",
    none,
    no,
    no,
    no,
    no,
    no,
    "stop.requested",
    no,
    no,
    no,
    no,
  ],
  paused: [
    no,
    no,
    no,
    no,
    none,
    none,
    cancelNow,
    no,
    no,
    no,
    no,
    "commission.requeued",
    none,
    no,
    no,
    no,
    "note.said",
  ],
  sessionOver: [
    no,
    no,
    no,
    no,
    none,
    none,
    cancelNow,
    "finish.planned",
    no,
    no,
    no,
    no,
    none,
    no,
    no,
    no,
    "note.said",
  ],
  planned: [no, no, no, no, none, none, no, none, no, "finish.applied", no, no, none, no, no, no, no],
  applied: [no, no, no, no, none, none, no, none, no, none, "commission.completed", no, none, no, no, no, no],
  completed: [no, no, no, no, none, none, none, no, no, no, no, no, none, no, no, no, no],
  failed: [no, no, no, no, none, none, none, no, no, no, no, no, none, no, no, no, no],
  cancelled: [no, no, no, no, none, none, none, no, no, no, no, no, none, no, no, no, no],
};

describe("every command in every state", () => {
  for (const [state, row] of Object.entries(table)) {
    for (const [index, command] of columns.entries()) {
      test(`${command} when ${state}: ${row[index]}`, () => {
        const history = new Map(Object.entries(histories)).get(state);
        const before = Array.isArray(history) ? commissionAfter(history) : null;
        const verdict = decide(before, commands[command]);
        const answer = verdict.ok ? verdict.events.map((event) => event.type).join(" ") || none : no;
        expect(answer).toBe(row[index] ?? "");
        if (!verdict.ok) expect(verdict.problem.message).not.toBe("");
      });
    }
  }
});

test("the table has every command", () => {
  expect([...columns].sort()).toEqual((Object.keys(commands) as TabledName[]).sort());
});

test("a fact counts once, and only from the workbench at work", () => {
  const running = commissionAfter(histories.inProgress);
  const said = (bench: number, benchSeq: number): Command => ({
    do: "take-fact",
    bench,
    benchSeq,
    at: "2026-11-15T10:00:00.000Z",
    fact: { type: "session.said", text: "again" },
  });
  expect(decide(running, said(1, 2))).toEqual({ ok: true, events: [] });
  expect(decide(running, said(2, 3))).toEqual({ ok: true, events: [] });
  expect(decide(running, said(1, 3))).toMatchObject({ ok: true, events: [{ benchSeq: 3 }] });
});

test("a request to stop is spent once its workbench is gone, also where the quota ended it", () => {
  const asked: EventBody[] = [...histories.inProgress, { type: "stop.requested", by: "person" }];
  const at = "2026-11-15T12:00:00.000Z";
  for (const event of [
    { type: "commission.requeued", cause: "stop", notBefore: at },
    { type: "commission.paused", until: at, message: "quota" },
  ] as const)
    expect(commissionAfter([...asked, event]).record.stopRequested).toBe(false);
});

test("one that is created and has to wait is blocked in the same step, and never pending on record", () => {
  const verdict = decide(null, { do: "create", request: someRequest, waitingFor: ["waits for a"] });
  expect(verdict).toMatchObject({
    ok: true,
    events: [{ type: "commission.created" }, { type: "commission.blocked", waitingFor: ["waits for a"] }],
  });
});

test("a blocked one says so again only for other reasons; one that was begun is never blocked", () => {
  const blocked = commissionAfter(histories.blocked);
  expect(decide(blocked, { do: "block", waitingFor: ["another"] })).toEqual({ ok: true, events: [] });
  const other = decide(blocked, { do: "block", waitingFor: ["another", "one more"] });
  expect(other).toMatchObject({ ok: true, events: [{ waitingFor: ["another", "one more"] }] });
  const at = "2026-11-15T12:00:00.000Z";
  const resumed = commissionAfter([
    ...histories.inProgress,
    { type: "commission.requeued", cause: "crash", notBefore: at },
  ]);
  expect(resumed.status).toBe("pending");
  expect(decide(resumed, { do: "block", waitingFor: ["x"] }).ok).toBe(false);
});

describe("an answer", () => {
  const asked: EventBody[] = [
    ...histories.inProgress,
    factOf(3, { type: "question.logged", callKey: "k", question: "Which?" }),
  ];
  const ending = histories.failed.slice(histories.inProgress.length);
  const say = (answer: string, number = 1): Command => ({ do: "answer", number, answer, by: "person" });
  const done: EventBody = { type: "question.answered", number: 1, answer: "This.", by: "person" };

  test.each([
    ["while it runs", asked],
    ["after its end", [...asked, ...ending]],
  ])("is taken %s, and leaves the status as it was", (_when, history) => {
    const before = commissionAfter(history);
    expect(decide(before, say("This."))).toEqual({ ok: true, events: [done] });
    const after = commissionAfter([...history, done]);
    expect(after.status).toBe(before.status);
    expect(after.record.answers.map(({ answer }) => answer)).toEqual(["This."]);
  });

  test("to a question that was never asked is refused", () => {
    for (const number of [0, 2, 99])
      expect(decide(commissionAfter(asked), say("x", number))).toMatchObject({
        ok: false,
        problem: { code: "not_found" },
      });
  });

  test("said again in the same words is the same answer; another stands beside it, and counts", () => {
    const answered = commissionAfter([...asked, done]);
    expect(decide(answered, say("This."))).toEqual({ ok: true, events: [] });
    const second = decide(answered, say("No: that."));
    expect(second).toMatchObject({ ok: true, events: [{ answer: "No: that." }] });
    const back = commissionAfter([...asked, done, { ...done, answer: "No: that." }]);
    expect(answersTo(back.record, 1).map(({ answer }) => answer)).toEqual(["This.", "No: that."]);
    expect(decide(back, say("This."))).toMatchObject({ ok: true, events: [{ answer: "This." }] });
    expect(summaryOf(back).openQuestions).toBe(0);
    expect(summaryOf(commissionAfter(asked)).openQuestions).toBe(1);
  });
});
