// Builds what the API and the command line show about a commission: its summary, its details and its result.
import type { CommissionResult } from "../../contract/api/api.ts";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Cost, CommissionSummary } from "../../contract/commission/meta.ts";
import { done, type Outcome, refuse } from "../../contract/api/problem.ts";
import { againstOf } from "./refutation-summary.ts";
import { attachmentsOf } from "../attachments/attachments-of.ts";
import { answersTo, openQuestions } from "../commission/answers.ts";
import { hearingOfAnswer, notesOf } from "../commission/notes.ts";
import { contextWindowOf } from "../model/context-windows.ts";
import { latestText, shortly } from "./latest-word.ts";
import { refusalsOf } from "../commission/refusals.ts";
import { commentsOf, landingDetailOf, landingOf, sentBackOf } from "./show-landing.ts";
import { branchOf, checkedOf, evidenceOf, treeOf } from "./show-tree.ts";
import { type Commission, isEnded, type CommissionRecord } from "../commission/state.ts";

export function summaryOf(commission: Commission): CommissionSummary {
  const { record } = commission;
  const { request } = record;
  const ended = isEnded(commission) ? commission : null;
  const outcome = ended?.outcome ?? null;
  return {
    id: request.id,
    title: request.title,
    worker: request.worker,
    project: request.project,
    status: commission.status,
    summary: latestWord(commission),
    labels: request.labels,
    createdBy: request.createdBy,
    chore: request.chore && { kind: request.chore.kind, scope: request.chore.scope },
    continues: request.continues,
    attempt: request.attempt,
    after: request.after,
    branch: branchOf(commission),
    landing: landingOf(commission),
    comments: commentsOf(record),
    blockedBy: commission.status === "blocked" ? [...commission.waitingFor] : [],
    approve: ended === null ? (record.approve?.tree ?? null) : null,
    rehearsed: request.rehearsal !== null,
    trust: outcome?.status === "completed" ? outcome.trust : null,
    endedBy: outcome?.endedBy ?? null,
    error: outcome?.status === "failed" ? { code: outcome.reason, message: outcome.message } : null,
    anomaly: outcome?.status === "completed" ? outcome.anomaly : null,
    checked: checkedOf(record),
    cancelRequested: record.cancel !== null,
    turns: record.turns,
    tokens: record.tokens,
    contextTokens: record.contextTokens,
    contextWindow: record.model === null ? null : contextWindowOf(record.model),
    cost: costOf(record),
    spent: [...record.spent],
    resumes: record.resumes,
    resumesAt: commission.status === "pending" && record.loss !== null ? commission.notBefore : null,
    ...asksOf(record),
    against: againstOf(commission),
    latest: ended ? null : latestText(record.latest),
    sandbox: record.sandbox,
    waitsUntil: waitsUntil(commission),
    createdAt: record.createdAt,
    startedAt: record.startedAt,
    endedAt: ended?.endedAt ?? null,
  };
}

/** Returns the worker's latest report. If a worker finished without one, the summary of its result is used. */
function latestWord({ status, record }: Commission): string | null {
  const isTold = record.summary !== null || status !== "completed";
  return isTold ? record.summary : wordsOf({ record }).summary || null;
}

function asksOf(record: CommissionRecord): Pick<CommissionSummary, "openQuestions" | "asks" | "asked"> {
  const open = openQuestions(record);
  const [first] = open;
  const last = record.questions.at(-1);
  return {
    openQuestions: open.length,
    asks: first ? shortly(first.question) : null,
    asked: last ? { count: record.questions.length, lastAt: last.askedAt } : null,
  };
}

function waitsUntil(commission: Commission): string | null {
  if (commission.status === "paused") return commission.until;
  return commission.status === "pending" ? commission.notBefore : null;
}

export interface Surroundings {
  directory: string;
  /** The commission's work directory. */
  work: string;
  waitingFor: string | null;
  /** The later commission that continues the work of this one; `null` if there is none. */
  continuedBy: CommissionId | null;
}

export function detailOf(commission: Commission, around: Surroundings): CommissionDetail {
  const { record } = commission;
  const { directory, work, waitingFor, continuedBy } = around;
  return {
    ...summaryOf(commission),
    waitingFor,
    continuedBy,
    task: record.request.task,
    config: record.request.config,
    memberConfig: record.request.memberConfig ?? null,
    questions: questionsOf(record).map((asked, i) => ({ ...asked, heard: hearingOfAnswer(record, i + 1) })),
    notes: notesOf(record),
    decisions: record.decisions.map(({ callKey: _callKey, ...decision }) => decision),
    tree: treeOf(record, work),
    setup: record.setup,
    afterEnd: landingDetailOf(commission, continuedBy),
    sentBack: sentBackOf(record),
    checks: evidenceOf(record),
    attachments: attachmentsOf(record),
    keepWorktree: record.request.keepWorktree,
    limits: record.limits,
    refusals: refusalsOf(commission, continuedBy),
    lastLoss: record.loss,
    runningTool: runningToolOf(record),
    memberJob: memberJobOf(record),
    problems: [...(record.applied?.problems ?? [])],
    choreOutcome: record.applied?.chore ?? null,
    model: record.model,
    modelChoice: record.request.model ?? null,
    bench: record.bench,
    directory,
    disk: null,
  };
}

export function resultOf(commission: Commission): Outcome<CommissionResult> {
  if (commission.status !== "completed") {
    const status = commission.status.replace("_", " ");
    return refuse("wrong_state", `The commission is ${status}: it has no result.`);
  }
  const { record, outcome } = commission;
  const { summary, output } = wordsOf(commission);
  const artifacts = record.applied?.artifacts.length ? [...record.applied.artifacts] : null;
  return done({
    id: record.request.id,
    summary,
    output,
    artifacts,
    memberArtifacts: record.submission?.memberArtifacts.length
      ? [...record.submission.memberArtifacts]
      : null,
    endedBy: outcome.endedBy,
    trust: outcome.trust,
  });
}

/** Pairs each question with its latest answer. */
export function questionsOf(
  record: Pick<CommissionRecord, "questions" | "answers">,
): CommissionDetail["questions"] {
  return record.questions.map(({ question, askedAt }, i) => {
    const answer = answersTo(record, i + 1).at(-1)?.answer ?? null;
    return { question, askedAt, answer };
  });
}

function memberJobOf({ job, submission }: CommissionRecord): CommissionDetail["memberJob"] {
  if (job === null) return null;
  const { member, jobId } = job;
  return { member, jobId, artifacts: [...(submission?.memberArtifacts ?? [])] };
}

/** Returns the call that has run longest. */
function runningToolOf({ runningTools }: CommissionRecord): CommissionDetail["runningTool"] {
  const first = runningTools[0];
  return first ? { tool: first.tool, since: first.since } : null;
}

/** Returns the submitted result if there is one, else the session's last words. */
export function wordsOf({ record }: { record: CommissionRecord }): { summary: string; output: string } {
  const { submission, summary } = record;
  if (submission) return { summary: submission.summary, output: submission.output ?? submission.summary };
  const text = lastWordsOf(record);
  return { summary: summary ?? firstLine(text), output: text };
}

/** Returns the last words of the session that did the work: a later workbench may only have run checks. */
function lastWordsOf({ proof, end, refutation }: CommissionRecord): string {
  for (const known of [proof?.end, end, refutation?.end]) if (known?.how === "normal") return known.finalText;
  return "";
}

function costOf(record: CommissionRecord): Cost {
  return { usd: record.costUsd, rehearsed: record.request.rehearsal !== null };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, 200) ?? "";
}
