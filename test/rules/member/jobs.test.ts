// What a guild member is asked, how its job is found again, and what of its reports is news.
import { expect, test } from "bun:test";
import { jobEnd, isDecisive } from "../../../src/rules/member/job-end.ts";
import { cut, jobNews, namesIn, resultFact } from "../../../src/rules/member/job-news.ts";
import { findJob, jobOrder, nextJobName } from "../../../src/rules/member/jobs.ts";
import { newCommissionRecord } from "../../../src/rules/commission/new-record.ts";
import { memberName } from "../../../src/contract/member/member.ts";
import { jobMetaKey } from "../../../src/contract/member/worker-protocol.ts";
import { someRequest } from "../../harness/ledger/histories.ts";

const member = memberName.parse("scout");
const at = "2026-11-15T09:00:00.000Z";
const record = newCommissionRecord(someRequest, at);
const { id } = someRequest;

test("each job of a commission has a name of its own", () => {
  const names: string[] = [id];
  for (let n = 0; n < 3; n += 1) {
    const hallCommission = names.at(-1) ?? "";
    names.push(nextJobName({ request: someRequest, job: { member, hallCommission, bench: 1, jobId: null } }));
  }
  expect(nextJobName(record)).toBe(id);
  expect(names).toEqual([id, `${id}-2`, `${id}-3`, `${id}-4`]);
});

const now = { name: id, fieldsInConfig: false };
const before = { name: id, fieldsInConfig: true };
const metaOf = (order: ReturnType<typeof jobOrder>) => order._meta?.[jobMetaKey];

test("config is what the person gave, verbatim, and nothing where nobody gave one", () => {
  const memberConfig = { depth: 3, maxTurns: "all", nested: { list: [null, 1.5, "ü"] } };
  const request = { ...someRequest, memberConfig, config: { maxTurns: 2 } };
  const limits = { maxTurns: 2, maxBudgetUsd: 3 };
  expect(jobOrder({ ...record, request, limits }, now).config).toBe(memberConfig);
  expect(jobOrder({ ...record, limits }, now)).not.toHaveProperty("config");
});

test("a job is told what is left of the commission's limits, and which of them somebody asked for", () => {
  const limits = { maxTurns: 10, maxBudgetUsd: 3 };
  expect(metaOf(jobOrder({ ...record, limits, turns: 4 }, now))).toEqual({
    commission: id,
    ceiling: { maxTurns: 6, maxBudgetUsd: 3 },
  });
  const request = { ...someRequest, config: { maxTurns: 300, maxSeconds: 60, model: "m" } };
  const above = { maxTurns: 300, maxBudgetUsd: 3, maxSeconds: 60 };
  expect(metaOf(jobOrder({ ...record, request, limits: above, turns: 12 }, now))).toEqual({
    commission: id,
    model: "m",
    limits: { maxTurns: 288, maxSeconds: 60 },
    ceiling: { maxTurns: 288, maxBudgetUsd: 3, maxSeconds: 60 },
  });
  expect(metaOf(jobOrder({ ...record, limits, turns: 12 }, now))?.ceiling?.maxTurns).toBe(1);
});

test("a member is told that a job is rehearsed, and only then", () => {
  const rehearsal = "version: 1\nname: script\nturns: [{ say: Done. }]\n";
  const rehearsed = { ...record, request: { ...someRequest, rehearsal } };
  const real = { ...record, request: { ...someRequest, rehearsal: null } };
  expect(metaOf(jobOrder(rehearsed, now))).toHaveProperty("rehearsed", true);
  expect(metaOf(jobOrder(real, now))).not.toHaveProperty("rehearsed");
});

test("a member of the release before finds the hall's fields in config, beside what the person gave", () => {
  const rehearsal = "version: 1\nname: script\nturns: [{ say: Done. }]\n";
  const memberConfig = { tools: ["Read"], maxTurns: 3, rehearsed: false, hallCommission: "another" };
  const request = { ...someRequest, rehearsal, memberConfig, config: { model: "m" } };
  const order = jobOrder({ ...record, request, limits: { maxTurns: 10, maxBudgetUsd: 3 }, turns: 4 }, before);
  expect(order.config).toEqual({
    maxTurns: 3,
    maxBudgetUsd: 3,
    model: "m",
    tools: ["Read"],
    hallCommission: id,
    rehearsed: true,
  });
});

test("what earlier attempts left stands behind the task", () => {
  const request = { ...someRequest, background: "# Earlier attempts" };
  expect(jobOrder({ ...record, request }, now).task).toBe(`${someRequest.task}\n\n# Earlier attempts`);
});

test("a job is found by its own name, the livelier one first, and never by another's", () => {
  const job = (jobId: string, name: string, status: "running" | "failed") => ({
    jobId,
    status,
    description: `A title [${name}]`,
    summary: null,
  });
  const jobs = [job("a", id, "failed"), job("b", `${id}-2`, "running"), job("c", id, "running")];
  expect(findJob(jobs, { hallCommission: id })?.jobId).toBe("c");
  expect(findJob(jobs, { hallCommission: `${id}-2` })?.jobId).toBe("b");
  expect(findJob(jobs, { hallCommission: `${id}-3` })).toBeUndefined();
});

const decision = { question: "Which?", decision: "This.", reasoning: "So." };
const quiet = { jobId: "j", summary: null, decisions: null, questions: null };

test("what is on record is no news, neither by its number nor by its words", () => {
  const known = {
    summary: "Reading.",
    decisions: [{ ...decision, at, callKey: "j:decision-1" }],
    questions: [{ question: "Why?", askedAt: at, callKey: "j:question-1" }],
  };
  const reported = {
    ...quiet,
    summary: "Reading.",
    decisions: [{ ...decision, reasoning: "Reworded." }, decision],
    questions: ["Why, then?", "Why?", "Who?", "Who?"],
  };
  expect(jobNews(known, reported)).toEqual([
    { type: "question.logged", callKey: "j:question-3", question: "Who?" },
  ]);
  expect(jobNews(record, quiet)).toEqual([]);
});

test("a member's words are bounded, however many there are", () => {
  const [progress, ...rest] = jobNews(record, {
    ...quiet,
    summary: "x".repeat(100_000),
    questions: Array.from({ length: 1000 }, (_, i) => `${i}?`),
  });
  expect(progress?.type === "progress.reported" && progress.summary.length).toBeLessThan(20_100);
  expect(rest).toHaveLength(100);
  const artifacts = Array.from({ length: 1000 }, (_, i) => `artifacts/${i}`);
  const left = namesIn({ artifacts }).map((path) => ({ path, reason: "r".repeat(5000) }));
  const result = resultFact({ jobId: "j", output: "x".repeat(5_000_000), artifacts }, { kept: [], left });
  expect(
    result?.type === "result.submitted" && [result.output?.length, result.memberArtifacts?.length],
  ).toEqual([1_000_040, 200]);
});

test.each([
  ["# Retries\n\nThey are bounded.", "Retries"],
  ["\n---\n\n  ## Found ##\nMore", "Found"],
  ["- one\n- two", "one"],
  ["```\n1.5 s", "1.5 s"],
  ["-5 degrees, #1 of C#", "-5 degrees, #1 of C#"],
  ["***", "artifacts/a"],
  ["Ünrein, 42", "Ünrein, 42"],
  [`# ${"x".repeat(300)}`, `${"x".repeat(199)}…`],
  ["é".repeat(198) + "😀!", "é".repeat(198) + "…"],
])("of a result that begins %j the summary is %j", (output, summary) => {
  const artifacts = ["artifacts/a"];
  expect(resultFact({ jobId: "j", output, artifacts }, { kept: [], left: [] })).toMatchObject({
    summary,
    output,
  });
});

test("a cut never leaves half a character", () => {
  expect(cut("ab😀", 3)).toBe("ab\n[2 more characters were cut here]");
  expect(cut("ab😀", 4)).toBe("ab😀");
});

test("the gateway's word counts before the member's, whatever became of the job", () => {
  const verdict = { how: "budget", limitUsd: 5 } as const;
  const over = { member, verdict: null, unplayed: null, used: record };
  for (const status of ["completed", "failed", "cancelled", "running"] as const)
    expect(jobEnd({ ...over, last: { status, error: "e" }, verdict })).toBe(verdict);
  const completed = { status: "completed", error: null } as const;
  expect(jobEnd({ ...over, last: completed })).toEqual({ how: "normal", finalText: "" });
  expect(jobEnd({ ...over, last: completed, unplayed: "Turn 2 is left." })).toEqual({
    how: "rehearsal",
    message: "Turn 2 is left.",
  });
  expect(jobEnd({ ...over, last: { status: "failed", error: " " } })).toMatchObject({
    how: "member",
    message: expect.stringContaining("does not say why"),
  });
});

test("a model that cannot be reached may come back, and is no reason to call a job off", () => {
  expect(isDecisive({ how: "api", status: 529, message: "busy" })).toBe(false);
  expect(isDecisive({ how: "turns", limit: 3 })).toBe(true);
  expect(isDecisive(null)).toBe(false);
});
