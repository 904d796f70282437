// What the short form says so that a list can be read without opening anything.
import { describe, expect, test } from "bun:test";
import type { EventBody } from "../../../src/contract/commission/events.ts";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { commissionMeta, commissionSummary } from "../../../src/contract/commission/meta.ts";
import { contextWindowOf } from "../../../src/rules/model/context-windows.ts";
import { pricedModels } from "../../../src/rules/model/prices.ts";
import { summaryOf } from "../../../src/rules/show/show.ts";
import {
  answeredOnce,
  cancelled,
  commissionAfter,
  completed,
  factOf,
  inProgress,
  someRequest,
} from "../../harness/ledger/histories.ts";

const after = (...facts: FactBody[]) =>
  summaryOf(commissionAfter([...inProgress, ...facts.map((fact, i) => factOf(i + 3, fact))]));

describe("the latest word", () => {
  const called = (tool: string, input: string): FactBody => ({
    type: "tool.called",
    callId: "c",
    tool,
    input,
  });
  const rows: [string, FactBody[], string][] = [
    ["what it said", [{ type: "session.said", text: "I read\n\n the code." }], "I read the code."],
    ["how far it is", [{ type: "progress.reported", callKey: "k", summary: "Half." }], "Half."],
    ["what it called", [called("Read", '{"file_path":"a.ts"}')], "Reading a.ts"],
    ["where it looks", [called("Grep", '{"pattern":"lease","path":"src"}')], "Looking for lease in src"],
    [
      "what it asks the hall",
      [called("mcp__base__list_memory", '{"scope":"project"}')],
      "Looking up what is remembered",
    ],
    [
      "what it uses of a toolbox",
      [called("mcp__webhook__post_message", '{"text":"Done"}')],
      "Using “post message” of webhook: Done",
    ],
    ["what it uses, where no input tells more", [called("Bash", "{}")], "Using Bash"],
    ["a tool that is named like a part of every object", [called("constructor", "{}")], "Using constructor"],
    [
      "a tool that is named like no object's own",
      [called("__proto__", '{"text":"x"}')],
      "Using __proto__: x",
    ],
    ["what it asked", [{ type: "question.logged", callKey: "k", question: "Which?" }], "Which?"],
    [
      "what it reported, and not that it called a tool to do so",
      [
        { type: "progress.reported", callKey: "k", summary: "Half." },
        called("mcp__commission__report_progress", '{"summary":"Half."}'),
      ],
      "Half.",
    ],
    ["the beginning of much", [{ type: "session.said", text: "x".repeat(9999) }], `${"x".repeat(200)}…`],
  ];

  test.each(rows)("is %s", (_what, facts, text) => {
    expect(after(...facts).latest?.text).toBe(text);
  });

  test("is not there before the first, and no longer once the commission has ended", () => {
    const said: EventBody = factOf(3, { type: "session.said", text: "Done." });
    expect(summaryOf(commissionAfter(inProgress)).latest).toBeNull();
    expect(summaryOf(commissionAfter([...inProgress, said])).latest).not.toBeNull();
    const ended = [...inProgress, said, ...completed.slice(inProgress.length)].map((each, i) =>
      "benchSeq" in each ? { ...each, benchSeq: i + 1 } : each,
    );
    expect(summaryOf(commissionAfter(ended))).toMatchObject({ status: "completed", latest: null });
  });
});

test("completed work that reported nothing is told by the first line of its result, and nothing else is", () => {
  const reported = factOf(3, { type: "progress.reported", callKey: "p", summary: "Half." });
  const [before, end] = [completed.slice(0, inProgress.length), completed.slice(inProgress.length)];
  const later = end.map((each) => ("benchSeq" in each ? { ...each, benchSeq: 9 } : each));
  expect(summaryOf(commissionAfter(completed)).summary).toBe("done");
  expect(summaryOf(commissionAfter([...before, reported, ...later])).summary).toBe("Half.");
  expect(summaryOf(commissionAfter(cancelled)).summary).toBeNull();
  expect(summaryOf(commissionAfter(inProgress)).summary).toBeNull();
});

test("it asks the first question that nobody has answered", () => {
  const asked = [
    ...inProgress,
    factOf(3, { type: "question.logged", callKey: "a", question: "Which\nport?" }),
    factOf(4, { type: "question.logged", callKey: "b", question: "Which host?" }),
  ];
  const answer: EventBody = { type: "question.answered", number: 1, answer: "80", by: "person" };
  expect(summaryOf(commissionAfter(inProgress))).toMatchObject({ asks: null, openQuestions: 0 });
  expect(summaryOf(commissionAfter(asked))).toMatchObject({ asks: "Which port?", openQuestions: 2 });
  expect(summaryOf(commissionAfter([...asked, answer]))).toMatchObject({
    asks: "Which host?",
    openQuestions: 1,
  });
});

test("its checks are counted once one has run, those that have not run among them", () => {
  const check = (command: string) => ({ command, timeoutSeconds: 60, from: "project" as const });
  const checks = [check("first"), check("second"), check("third")];
  const held = inProgress.map((body) => (body.type === "commission.dispatched" ? { ...body, checks } : body));
  const ran = (benchSeq: number, command: string, exitCode: number): EventBody =>
    factOf(benchSeq, {
      type: "check.ran",
      from: "project",
      run: { command, exitCode, timedOut: false, output: "", cut: false, ms: 1 },
    });
  const finished = [
    ...held,
    factOf(3, { type: "work.finished", end: { how: "normal", finalText: "done" }, snapshot: null }),
  ];
  expect(summaryOf(commissionAfter(finished)).checked).toBeNull();
  const proved = [...finished, ran(4, "first", 0), ran(5, "second", 1)];
  expect(summaryOf(commissionAfter(proved)).checked).toEqual({ passed: 1, total: 3 });
});

describe("what was spent", () => {
  const answered = (at: string, costUsd: number | null) => ({ ...answeredOnce, at, costUsd });
  const spentAfter = (answers: readonly ReturnType<typeof answered>[], rehearsal: string | null = null) => {
    const [first, ...rest] = inProgress;
    const created: EventBody = { type: "commission.created", request: { ...someRequest, rehearsal } };
    const facts = answers.map((each, i): EventBody => ({ ...each, bench: 1, benchSeq: i + 3 }));
    return summaryOf(commissionAfter([first && created, ...rest, ...facts].filter((body) => !!body))).spent;
  };

  test("is told by the hour it was spent in, oldest first, and what has no price is counted", () => {
    const answers = [
      answered("2026-11-15T10:00:00.000Z", 0.5),
      answered("2026-11-15T09:59:59.999Z", 0.25),
      answered("2026-11-15T10:30:00.000Z", null),
      answered("2026-11-15T10:59:00.000Z", 0.25),
    ];
    expect(spentAfter(answers)).toEqual([
      { hour: "2026-11-15T09", usd: 0.25, unpriced: 0 },
      { hour: "2026-11-15T10", usd: 0.75, unpriced: 1 },
    ]);
  });

  test("is nothing of a rehearsal", () => {
    const answers = [answered("2026-11-15T10:00:00.000Z", 0.5)];
    expect(spentAfter(answers, "turns: []")).toEqual([]);
    expect(spentAfter(answers)).toHaveLength(1);
  });

  test("belongs to an hour that can be read again, whatever the line's time looks like", () => {
    const [spent] = spentAfter([answered("yesterday", 1)]);
    expect(commissionSummary.shape.spent.safeParse([spent]).success).toBe(true);
  });
});

describe("the context window", () => {
  test("is known for every model that has a price", () => {
    for (const model of pricedModels) expect(contextWindowOf(model)).toBeGreaterThanOrEqual(200_000);
  });

  test.each([
    ["claude-sonnet-4-5-20250929", 200_000],
    ["claude-sonnet-4-5[1m]", 1_000_000],
    ["claude-opus-5-5", 1_000_000],
    ["some-model", null],
    ["some-model[1m]", null],
  ])("of %s is %p", (model, window) => {
    expect(contextWindowOf(model)).toBe(window);
  });
});

test("a meta.json of an older release, which has none of this, is still read", () => {
  const { asks: _a, checked: _c, latest: _l, contextWindow: _w, spent: _s, ...old } = after(answeredOnce);
  const meta = { version: 1, seq: 4, ledger: { bytes: 1, lastLineSha256: "" }, idempotencyKey: null };
  const read = commissionMeta.parse({ ...meta, commission: old });
  const none = { asks: null, checked: null, latest: null, contextWindow: null, spent: [] };
  expect(read.commission).toMatchObject(none);
});
