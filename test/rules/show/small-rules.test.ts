import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { commissionPrompt, titleOf } from "../../../src/rules/prompt/prompts.ts";
import { formatQuestions, parseAnswers, parseQuestions } from "../../../src/rules/show/questions-file.ts";
import { detailOf, resultOf, summaryOf } from "../../../src/rules/show/show.ts";
import * as histories from "../../harness/ledger/histories.ts";
import {
  commissionAfter,
  ended,
  factOf,
  inProgress,
  someRequest,
  submitted,
} from "../../harness/ledger/histories.ts";

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

  test("gives any answer back whole beside its question, whatever either looks like", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "## Question 2",
        "### Answer (person, now)",
        "    indented",
        "> quoted",
        "",
        "a\n\n> b",
      ),
    );
    const asked = fc.array(fc.record({ question: text, answers: fc.array(text, { maxLength: 3 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(asked, (all) => {
        const answers = all.flatMap((one, i) =>
          one.answers.map((answer) => ({ number: i + 1, answer, by: "person", at: "now" })),
        );
        const file = formatQuestions(
          all.map(({ question }) => question),
          answers,
        );
        expect(parseQuestions(file)).toEqual(all.map(({ question }) => question));
        expect(parseAnswers(file)).toEqual(all.map((one) => one.answers));
      }),
    );
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
    const around = { directory: "/d", work: "/w", waitingFor: null, continuedBy: null };
    expect(detailOf(commissionAfter(running), around).runningTool).toMatchObject({ tool: "Read" });
    const returned = [
      ...running,
      factOf(4, { type: "tool.returned", callId: "c", isError: false, output: "" }),
    ];
    expect(detailOf(commissionAfter(returned), around).runningTool).toBeNull();
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
      value: { output: "done", artifacts: null },
    });
    const withSubmission = [
      ...ended({ how: "died", message: "x" }, submitted),
      ...histories.completed.slice(-3),
    ];
    expect(resultOf(commissionAfter(withSubmission))).toMatchObject({
      ok: true,
      value: { summary: "sum", output: "out" },
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

  test("the prompt is title, task and limits, where there is nothing else to say", () => {
    const { title, task } = someRequest;
    const { record } = commissionAfter(histories.dispatched);
    expect(commissionPrompt(record)).toStartWith(`# Commission: ${title}\n\n${task}\n\n# Your limits\n\n`);
    expect(commissionPrompt({ ...record, limits: null })).toBe(`# Commission: ${title}\n\n${task}`);
  });
});
