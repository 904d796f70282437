import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { chooseStarts } from "../../src/rules/admission.ts";
import { commissionPrompt, titleOf } from "../../src/rules/prompts.ts";
import { formatQuestions, parseQuestions } from "../../src/rules/questions-file.ts";
import { detailOf, resultOf, summaryOf } from "../../src/rules/show.ts";
import * as histories from "../harness/histories.ts";
import { commissionAfter, ended, factOf, inProgress, someRequest, submitted } from "../harness/histories.ts";
import { newRequest } from "../harness/some-ledger.ts";

describe("questions.md", () => {
  test("gives any text back whole", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary", minLength: 1 })), (questions) => {
        expect(parseQuestions(formatQuestions(questions))).toEqual(questions);
      }),
    );
  });

  test("is not fooled by text that looks like its own form", () => {
    const tricky = ["## Question 2", "> quoted\n\n## Question 3\n\n> more", "", "a\r\nb"];
    expect(parseQuestions(formatQuestions(tricky))).toEqual(tricky);
  });
});

describe("admission", () => {
  const facts = { slots: 2, now: Date.parse("2026-11-15T12:00:00Z"), hasModel: true };
  const waiting = (minute: number, changes = {}) => {
    const commission = commissionAfter([{ type: "commission.created", request: newRequest(changes) }]);
    return { ...commission, record: { ...commission.record, createdAt: `2026-11-15T09:${minute}:00.000Z` } };
  };

  test("starts the oldest first, as many as there are free slots", () => {
    const [young, old, middle] = [waiting(30), waiting(10), waiting(20)];
    expect(chooseStarts([young, old, middle], facts)).toEqual([old, middle].map((c) => c.record.request.id));
    expect(chooseStarts([young, commissionAfter(inProgress), old], facts)).toEqual([old.record.request.id]);
    const busy = [
      commissionAfter(inProgress),
      commissionAfter(histories.dispatched),
      commissionAfter(histories.sessionOver),
    ];
    expect(chooseStarts([...busy, old], facts)).toEqual([]);
  });

  test("without credentials starts rehearsals only", () => {
    const [real, rehearsed] = [waiting(10), waiting(20, { rehearsal: "version: 1" })];
    expect(chooseStarts([real, rehearsed], { ...facts, hasModel: false })).toEqual([
      rehearsed.record.request.id,
    ]);
  });

  test("leaves alone what is blocked, ended, being finished, or not due yet", () => {
    const cancelledWhileWaiting = commissionAfter([
      ...histories.created,
      { type: "cancel.requested", by: "person", reason: "r" },
      {
        type: "finish.planned",
        plan: { outcome: { status: "cancelled", endedBy: "cancel", reason: "r" }, copy: [] },
      },
    ]);
    const later = commissionAfter([
      ...inProgress,
      { type: "commission.requeued", cause: "crash", notBefore: "2026-11-15T13:00:00Z" },
    ]);
    const due = commissionAfter([
      ...inProgress,
      { type: "commission.requeued", cause: "crash", notBefore: "2026-11-15T11:00:00Z" },
    ]);
    expect(
      chooseStarts(
        [
          cancelledWhileWaiting,
          later,
          commissionAfter(histories.blocked),
          commissionAfter(histories.completed),
        ],
        facts,
      ),
    ).toEqual([]);
    expect(chooseStarts([due], facts)).toHaveLength(1);
  });
});

describe("what is shown", () => {
  const answered = (costUsd: number | null, kind: "main" | "web_search" = "main") =>
    ({
      type: "model.answered",
      kind,
      model: "m",
      tokens: { input: 10, output: 5, cacheRead: 3, cacheWrite: 2 },
      costUsd,
      budgetUsd: 1,
      whole: true,
      ms: 1,
    }) as const;

  test("counts turns of the main conversation, and tokens and dollars of all requests", () => {
    const commission = commissionAfter([
      ...inProgress,
      factOf(3, answered(0.5)),
      factOf(4, answered(0.25, "web_search")),
    ]);
    expect(summaryOf(commission)).toMatchObject({
      turns: 1,
      tokens: { input: 20, output: 10, cacheRead: 6, cacheWrite: 4 },
      contextTokens: 15,
      cost: { usd: 0.75, rehearsed: false },
    });
  });

  test("an answer that broke off is paid for, but is no turn", () => {
    const broken = { ...answered(0.5), whole: false };
    const commission = commissionAfter([...inProgress, factOf(3, broken), factOf(4, answered(0.5))]);
    expect(summaryOf(commission)).toMatchObject({ turns: 1, tokens: { input: 20 }, cost: { usd: 1 } });
  });

  test("an unknown price makes the cost unknown, not nothing", () => {
    const commission = commissionAfter([...inProgress, factOf(3, answered(0.5)), factOf(4, answered(null))]);
    expect(summaryOf(commission).cost.usd).toBeNull();
  });

  test("a tool that has not returned is shown as running", () => {
    const running = [
      ...inProgress,
      factOf(3, { type: "tool.called", callId: "c", tool: "Read", input: "{}" }),
    ];
    expect(detailOf(commissionAfter(running), "/d").runningTool).toMatchObject({ tool: "Read" });
    const returned = [
      ...running,
      factOf(4, { type: "tool.returned", callId: "c", isError: false, output: "" }),
    ];
    expect(detailOf(commissionAfter(returned), "/d").runningTool).toBeNull();
  });

  test("only a completed commission has a result: the submission, or else the last words", () => {
    for (const history of [inProgress, histories.failed, histories.cancelled]) {
      expect(resultOf(commissionAfter(history))).toMatchObject({
        ok: false,
        problem: { code: "wrong_state" },
      });
    }
    expect(resultOf(commissionAfter(histories.completed))).toMatchObject({
      ok: true,
      result: { output: "done", artifacts: null },
    });
    const withSubmission = [
      ...ended({ how: "died", message: "x" }, submitted),
      ...histories.completed.slice(-3),
    ];
    expect(resultOf(commissionAfter(withSubmission))).toMatchObject({
      ok: true,
      result: { summary: "sum", output: "out" },
    });
  });
});

describe("titles and prompts", () => {
  test("a task without a title lends its first line, cut at a word", () => {
    expect(titleOf("# Heading\n\nbody")).toBe("Heading");
    expect(titleOf("word ".repeat(40)).length).toBeLessThanOrEqual(81);
    expect(titleOf("x".repeat(300))).toHaveLength(81);
    expect(titleOf("#")).toBe("Untitled commission");
  });

  test("the prompt carries title and task", () => {
    expect(commissionPrompt(someRequest)).toContain(someRequest.task);
    expect(commissionPrompt(someRequest)).toContain(someRequest.title);
  });
});
