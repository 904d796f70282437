// The tools with which a worker reads and answers the comments on the earlier work.
import { expect, test } from "bun:test";
import { z } from "zod";
import type { FactBody } from "../../../src/contract/commission/facts.ts";
import { type ReviewComment, reviewComment } from "../../../src/contract/commission/review-comment.ts";
import { reviewToolbox } from "../../../src/contract/package/system-toolboxes.ts";
import { createReviewToolbox, maxReadComments, mostAnswers } from "../../../src/guild/toolboxes/review.ts";
import { learn } from "../../../src/rules/commission/learn.ts";
import { newCommissionRecord } from "../../../src/rules/commission/new-record.ts";
import { someRequest } from "../../harness/ledger/histories.ts";

const at = "2026-11-16T09:00:00.000Z";

function setUp(comments: readonly ReviewComment[], keep?: () => Promise<void>) {
  let record = newCommissionRecord({ ...someRequest, sentBack: { note: null, comments: [...comments] } }, at);
  const facts: FactBody[] = [];
  const box = createReviewToolbox({
    known: () => record,
    record: async (fact) => {
      await keep?.();
      facts.push(fact);
      record = learn(record, { ...fact, bench: 1, benchSeq: facts.length, at });
    },
  });
  const call = (name: string, input: object) => {
    const tool = box.tools.find((found) => found.name === name);
    if (!tool) throw new Error(`no tool ${name}`);
    const parsed = z.object(tool.input).parse(input);
    return tool.handle(parsed, { callKey: "k", signal: new AbortController().signal });
  };
  return { box, facts, call, answers: () => [...record.commentAnswers] };
}

const comment = (line: number, more: Partial<ReviewComment> = {}) =>
  reviewComment.parse({ path: "src/a.ts", line, code: `line ${line}`, text: `Say ${line} better.`, ...more });
const three = [1, 2, 3].map((line) => comment(line));
const done = (number: number, answer = "It says more.") => ({ number, outcome: "done", answer });

test("the toolbox holds exactly the tools the contract names", () => {
  const { box } = setUp(three);
  expect({ name: box.name, tools: box.tools.map(({ name }) => name) }).toEqual({
    name: reviewToolbox.name,
    tools: [...reviewToolbox.tools],
  });
});

test("an answer is on record before the tool answers, which names what is left", async () => {
  const { call, facts } = setUp(three);
  expect(await call("answer_comment", done(2))).toEqual({ text: "On record. Without an answer: 1, 3." });
  expect(facts).toEqual([
    { type: "comment.answered", callKey: "k", number: 2, outcome: "done", answer: "It says more." },
  ]);
  await call("answer_comment", done(1));
  expect(await call("answer_comment", { ...done(3), outcome: "declined" })).toEqual({
    text: "On record. Every comment has an answer.",
  });
});

test("an answer that cannot be recorded is not answered as if it were", async () => {
  const { call, facts } = setUp(three, () => Promise.reject(new Error("the disk is full")));
  expect(call("answer_comment", done(1))).rejects.toThrow("the disk is full");
  expect(facts).toEqual([]);
});

test("a second answer replaces the first", async () => {
  const { call, answers } = setUp(three);
  await call("answer_comment", done(1));
  await call("answer_comment", { number: 1, outcome: "partly", answer: "Only half." });
  expect(answers()).toEqual([[1, { outcome: "partly", answer: "Only half." }]]);
});

test.each([0, 4, -1, 1_000_000])("a comment %d that is not there is refused", async (number) => {
  const { call, facts } = setUp(three);
  expect(await call("answer_comment", done(number))).toEqual({
    isError: true,
    text: `It was NOT recorded. There is no comment ${number}: they are numbered from 1 to 3.`,
  });
  expect(facts).toEqual([]);
  expect(await call("read_comments", { from: number })).toEqual({
    isError: true,
    text: `There is no comment ${number}: they are numbered from 1 to 3.`,
  });
});

test("a session may answer often, but not for ever", async () => {
  const { call, facts } = setUp(three);
  for (let n = 0; n < mostAnswers; n += 1) await call("answer_comment", done(1));
  expect(await call("answer_comment", done(1))).toMatchObject({
    isError: true,
    text: expect.stringContaining("NOT recorded"),
  });
  expect(facts).toHaveLength(mostAnswers);
});

test("comments are read in full, with what is answered already", async () => {
  const { call } = setUp([comment(1), comment(7, { side: "old" }), comment(1, { line: null, code: "" })]);
  await call("answer_comment", done(2, "Gone\nwith the file."));
  expect((await call("read_comments", {})).text).toBe(
    `### Comment 1, on line 1 of the file
> src/a.ts
which reads:
> line 1
| Say 1 better.
You have not answered it.

### Comment 2, on line 7 of the file as it was before the work
> src/a.ts
which reads:
> line 7
| Say 7 better.
You answered (done):
> Gone
> with the file.

### Comment 3, on the file
> src/a.ts
| Say 1 better.
You have not answered it.`,
  );
});

test("500 comments of the largest size are read piece by piece, each whole, in answers of bounded length", async () => {
  const largest = { path: "p".repeat(4096), code: "\n".repeat(2000), text: `${"\nx".repeat(1999)}.y` };
  const { call } = setUp(Array.from({ length: 500 }, (_, i) => comment(i + 1, largest)));
  let from = 1;
  const found: number[] = [];
  while (from <= 500) {
    const { text } = await call("read_comments", { from });
    expect(text.length).toBeLessThan(maxReadComments + 200);
    found.push(...[...text.matchAll(/^### Comment (\d+)/gm)].map(([, number]) => Number(number)));
    from = Number(/call again with from (\d+)/.exec(text)?.[1] ?? 501);
  }
  expect(found).toEqual(Array.from({ length: 500 }, (_, i) => i + 1));
});
