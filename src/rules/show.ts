// What the doors show of a commission: its short form, its long form and its result.
import type { CommissionDetail, CommissionResult } from "../contract/api.ts";
import type { Cost, CommissionSummary } from "../contract/meta.ts";
import { type Refusal, refuse } from "../contract/problem.ts";
import { type Commission, isEnded, type Dossier } from "./state.ts";

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
    summary: record.summary,
    labels: request.labels,
    createdBy: request.createdBy,
    chore: request.chore && { kind: request.chore.kind, scope: request.chore.scope },
    continues: request.continues,
    rehearsed: request.rehearsal !== null,
    trust: outcome?.status === "completed" ? outcome.trust : null,
    endedBy: outcome?.endedBy ?? null,
    error: outcome?.status === "failed" ? { code: outcome.reason, message: outcome.message } : null,
    anomaly: outcome?.status === "completed" ? outcome.anomaly : null,
    cancelRequested: record.cancel !== null,
    turns: record.turns,
    tokens: record.tokens,
    contextTokens: record.contextTokens,
    cost: costOf(record),
    resumes: record.resumes,
    resumesAt: commission.status === "pending" && record.loss !== null ? commission.notBefore : null,
    openQuestions: record.questions.length,
    sandbox: record.sandbox,
    waitsUntil: waitsUntil(commission),
    createdAt: record.createdAt,
    startedAt: record.startedAt,
    endedAt: ended?.endedAt ?? null,
  };
}

function waitsUntil(commission: Commission): string | null {
  if (commission.status === "paused") return commission.until;
  return commission.status === "pending" ? commission.notBefore : null;
}

export interface Surroundings {
  directory: string;
  waitingFor: string | null;
}

export function detailOf(commission: Commission, { directory, waitingFor }: Surroundings): CommissionDetail {
  const { record } = commission;
  return {
    ...summaryOf(commission),
    waitingFor,
    task: record.request.task,
    config: record.request.config,
    questions: record.questions.map(({ question, askedAt }) => ({ question, askedAt })),
    decisions: record.decisions.map(({ callKey: _callKey, ...decision }) => decision),
    lastLoss: record.loss,
    runningTool: runningToolOf(record),
    problems: [...(record.applied?.problems ?? [])],
    choreOutcome: record.applied?.chore ?? null,
    model: record.model,
    bench: record.bench,
    directory,
    disk: null,
  };
}

export function resultOf(commission: Commission): { ok: true; result: CommissionResult } | Refusal {
  if (commission.status !== "completed") {
    const status = commission.status.replace("_", " ");
    return refuse("wrong_state", `The commission is ${status}: it has no result.`);
  }
  const { record, outcome } = commission;
  const { summary, output } = wordsOf(commission);
  const artifacts = record.applied?.artifacts.length ? [...record.applied.artifacts] : null;
  return {
    ok: true,
    result: { id: record.request.id, summary, output, artifacts, endedBy: outcome.endedBy },
  };
}

/** The one that has run longest. */
function runningToolOf({ runningTools }: Dossier): CommissionDetail["runningTool"] {
  const first = runningTools[0];
  return first ? { tool: first.tool, since: first.since } : null;
}

/** The submission where there is one, else the session's last words. */
export function wordsOf(commission: Commission): { summary: string; output: string } {
  const { submission, end, summary } = commission.record;
  if (submission) return { summary: submission.summary, output: submission.output ?? submission.summary };
  const text = end?.how === "normal" ? end.finalText : "";
  return { summary: summary ?? firstLine(text), output: text };
}

function costOf(record: Dossier): Cost {
  return { usd: record.costUsd, rehearsed: record.request.rehearsal !== null };
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0]?.slice(0, 200) ?? "";
}
