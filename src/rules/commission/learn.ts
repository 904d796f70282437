// Applies one fact of a workbench's journal to the record of its commission.
import type { TakenFactBody } from "../../contract/commission/events.ts";
import type { Tokens } from "../../contract/commission/facts.ts";
import { allHosts } from "../network/hosts.ts";
import { wordOf } from "../show/latest-word.ts";
import { addSpent } from "../model/spent.ts";
import { commentsIn } from "./comments.ts";
import { learnOfProof } from "./learn-proof.ts";
import { chargeLost, noteSent, settle } from "./lost-requests.ts";
import type { OutwardAct, CommissionRecord, MemberJob, RunningTool, Submission } from "./state.ts";
import { bringsStrangersWords } from "../project/taint.ts";
import { findUnknown } from "./unknown-acts.ts";

export function learn(record: CommissionRecord, fact: TakenFactBody): CommissionRecord {
  const learnt = hear(learnOf(setAside(record, fact), fact), fact);
  return bringsStrangersWords(fact) && !learnt.tainted ? { ...learnt, tainted: true } : learnt;
}

function learnOf(record: CommissionRecord, fact: TakenFactBody): CommissionRecord {
  switch (fact.type) {
    case "bench.started":
      return { ...record, ...chargeLost(record, fact.at), ...openBench(record, fact) };
    case "session.started":
      return { ...record, ...beginSession(fact) };
    case "model.sent":
    case "model.answered":
    case "model.failed":
      return { ...record, ...learnOfRequest(record, fact) };
    case "session.resumed":
    case "model.searching":
    case "session.said":
    case "page.fetched":
    case "history.read":
    case "memory.given":
    case "instructions.given":
    case "instructions.added":
    case "attachments.given":
    case "shell.reached":
    case "paths.found":
    case "memory.read":
    case "memory.written":
    case "artifact.written":
    case "tree.made":
      return record;
    case "shell.opened":
      return { ...record, shell: { ...record.shell, isOpened: true } };
    case "effect.begun":
      return beginAct(record, fact);
    case "effect.ended":
      return { ...record, acts: record.acts.filter((act) => act.callKey !== fact.callKey) };
    case "tool.called":
      return { ...record, runningTools: [...record.runningTools, callOf(fact)] };
    case "tool.returned":
      return { ...record, runningTools: record.runningTools.filter((call) => call.callId !== fact.callId) };
    case "progress.reported":
      return { ...record, summary: fact.summary };
    case "decision.recorded":
      return noteDecision(record, fact);
    case "question.logged":
      return noteQuestion(record, fact);
    case "comment.answered":
      return noteComment(record, fact);
    case "result.submitted":
      return { ...record, summary: fact.summary, submission: submitted(fact) };
    case "member.dispatching":
    case "member.dispatched":
      return { ...record, job: jobAfter(record, fact) };
    case "setup.ran":
      return { ...record, setup: setUpOf(record, fact) };
    case "tree.carried":
    case "work.finished":
    case "merge.tried":
    case "check.ran":
      return { ...record, ...learnOfProof(record, fact) };
    case "session.ended":
      return endSession(record, fact);
  }
}

function endSession(
  record: CommissionRecord,
  { end, ms }: TakenFactBody & { type: "session.ended" },
): CommissionRecord {
  const workedMs = record.workedMs + (ms ?? heardMs(record));
  return { ...record, end, workedMs, sent: [], ...cutOffCalls(record) };
}

type Request = TakenFactBody & { type: "model.sent" | "model.answered" | "model.failed" };

function learnOfRequest(record: CommissionRecord, fact: Request): Partial<CommissionRecord> {
  if (fact.type === "model.sent") return noteSent(record, fact);
  const settled = settle(record, fact.request);
  if (fact.type === "model.answered") return { ...countAnswer(record, fact), ...settled };
  return { failedTurns: record.failedTurns + (fact.kind === "main" ? 1 : 0), ...settled };
}

function callOf({ callId, tool, at: since, input }: TakenFactBody & { type: "tool.called" }): RunningTool {
  return { callId, tool, since, input: input.slice(0, keptInputCharacters) };
}

/**
 * Returns the outcome of the last set-up, with the hosts that all set-ups contacted. All are kept, because
 * the set-up runs again before the checks.
 */
function setUpOf(
  { setup }: CommissionRecord,
  fact: TakenFactBody & { type: "setup.ran" },
): CommissionRecord["setup"] {
  const { run, by, on } = fact;
  const hosts = setup?.hosts || fact.hosts ? allHosts(setup?.hosts ?? [], fact.hosts ?? []) : undefined;
  return { ...run, ...(by && { by }), ...(on && { on }), ...(hosts && { hosts }) };
}

function hear(record: CommissionRecord, fact: TakenFactBody): CommissionRecord {
  const latest = wordOf(fact);
  return latest ? { ...record, latest } : record;
}

/**
 * Records that a process of the workbench has begun. It may take over from an earlier process; the time in
 * between does not count as work.
 */
function openBench(record: CommissionRecord, fact: TakenFactBody & { type: "bench.started" }) {
  const { pid, startTime, bootId, at } = fact;
  const first = new Date((Date.parse(at) || 0) - heardMs(record)).toISOString();
  return { process: { pid, startTime, bootId }, heard: { first, last: at } };
}

function jobAfter(
  { job }: CommissionRecord,
  fact: TakenFactBody & { type: "member.dispatching" | "member.dispatched" },
): MemberJob | null {
  const { bench } = fact;
  if (fact.type === "member.dispatched") return job && { ...job, jobId: fact.jobId, bench };
  return { member: fact.member, hallCommission: fact.hallCommission, bench, jobId: null };
}

function submitted(fact: TakenFactBody & { type: "result.submitted" }): Submission {
  const { summary, output, artifacts, memberArtifacts = [] } = fact;
  const leftArtifacts = fact.leftArtifacts ?? memberArtifacts.map((path) => ({ path, reason: notFetched }));
  return { summary, output, artifacts, memberArtifacts, leftArtifacts, refuted: false };
}

const notFetched = "an earlier release of the hall did not fetch it";

/**
 * Records a new session. Clears the results of earlier checks, because what the session does from here on is unchecked.
 */
function beginSession({ sessionId, model, sandbox }: TakenFactBody & { type: "session.started" }) {
  return { sessionId, model, sandbox, proof: null, landing: null };
}

/** How much of a call's input is stored: enough to recognise the call. */
const keptInputCharacters = 1000;
/** The most interrupted calls to remember. If there were more, the model is told only of the latest. */
const mostCutOff = 50;

type CutOff = Pick<CommissionRecord, "runningTools" | "cutOff" | "acts" | "unknownActs">;

/** Records that a workbench has ended: its open calls may or may not have taken effect. */
export function cutOffCalls(record: CommissionRecord): CutOff {
  const calls: RunningTool[] = [...record.cutOff, ...record.runningTools];
  const unknown = [...record.unknownActs, ...record.acts.map((act) => withInput(act, calls))];
  return {
    runningTools: [],
    cutOff: calls.slice(-mostCutOff),
    acts: [],
    unknownActs: unknown.slice(-mostCutOff),
  };
}

/** Adds the input from the matching tool call, whose fact may come before or after that of the act. */
function withInput(act: OutwardAct, calls: readonly RunningTool[]): OutwardAct {
  return { ...act, input: calls.find((call) => act.callKey.endsWith(`:${call.callId}`))?.input ?? act.input };
}

/**
 * Records an act on the outside world. If it repeats an act whose outcome is unknown, the earlier one is
 * dropped: the worker was told about it before it tried again.
 */
function beginAct(
  record: CommissionRecord,
  fact: TakenFactBody & { type: "effect.begun" },
): CommissionRecord {
  const { callKey, tool, inputHash } = fact;
  const act: OutwardAct = { callKey, tool, inputHash, input: "" };
  const before = findUnknown(record.unknownActs, act);
  return {
    ...record,
    acts: [...record.acts, act],
    unknownActs: record.unknownActs.filter((known) => known !== before),
  };
}

/**
 * Records a decision. Ignores a repeated call or repeated words, because a tool may run twice for one call,
 * and a resumed session may repeat itself.
 */
function noteDecision(
  record: CommissionRecord,
  fact: TakenFactBody & { type: "decision.recorded" },
): CommissionRecord {
  const { question, decision, reasoning, at, callKey } = fact;
  const isKnown = record.decisions.some(
    (known) =>
      known.callKey === callKey ||
      (known.question === question && known.decision === decision && known.reasoning === reasoning),
  );
  if (isKnown) return record;
  return { ...record, decisions: [...record.decisions, { question, decision, reasoning, at, callKey }] };
}

/** Keeps the worker's latest answer to each comment. */
/** Records an answer to a comment. Ignores one to a comment that is not there. */
function noteComment(
  record: CommissionRecord,
  { number, outcome, answer }: TakenFactBody & { type: "comment.answered" },
): CommissionRecord {
  if (number > commentsIn(record.request).length) return record;
  return { ...record, commentAnswers: new Map(record.commentAnswers).set(number, { outcome, answer }) };
}

function noteQuestion(
  record: CommissionRecord,
  fact: TakenFactBody & { type: "question.logged" },
): CommissionRecord {
  const { question, callKey, at: askedAt } = fact;
  const isKnown = record.questions.some((known) => known.callKey === callKey || known.question === question);
  return isKnown ? record : { ...record, questions: [...record.questions, { question, askedAt, callKey }] };
}

/**
 * Estimates how long a workbench was at work, from its first fact to its latest. Used if it did not report
 * the time.
 */
export function heardMs({ heard }: CommissionRecord): number {
  return heard === null ? 0 : Math.max(0, Date.parse(heard.last) - Date.parse(heard.first)) || 0;
}

/** Subtracts the time of set-up and checks, which is not the session's, from the estimate of `heardMs`. */
function setAside(record: CommissionRecord, fact: TakenFactBody): CommissionRecord {
  const { heard } = record;
  const ms = fact.type === "tree.made" ? fact.ms : "run" in fact ? fact.run.ms : 0;
  if (ms === 0 || heard === null) return record;
  const first = Math.min(Date.parse(heard.first) + ms, Date.parse(heard.last));
  return Number.isNaN(first)
    ? record
    : { ...record, heard: { ...heard, first: new Date(first).toISOString() } };
}

function countAnswer(
  record: CommissionRecord,
  fact: TakenFactBody & { type: "model.answered" },
): Partial<CommissionRecord> {
  const isTurn = fact.kind === "main" && fact.whole;
  const { input, cacheRead, cacheWrite } = fact.tokens;
  return {
    turns: record.turns + (isTurn ? 1 : 0),
    cutOff: isTurn ? [] : record.cutOff,
    tokens: add(record.tokens, fact.tokens),
    contextTokens: isTurn ? input + cacheRead + cacheWrite : record.contextTokens,
    costUsd: record.costUsd === null || fact.costUsd === null ? null : record.costUsd + fact.costUsd,
    budgetUsd: record.budgetUsd + fact.budgetUsd,
    spent: record.request.rehearsal === null ? addSpent(record.spent, fact) : record.spent,
  };
}

function add(a: Tokens, b: Tokens): Tokens {
  return {
    input: a.input + b.input,
    output: a.output + b.output,
    cacheRead: a.cacheRead + b.cacheRead,
    cacheWrite: a.cacheWrite + b.cacheWrite,
  };
}
