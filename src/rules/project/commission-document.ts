// Builds the document about a commission that is committed with its work. The text depends on the ledger
// alone, so every retry gives the same one. Words of others are quoted, so that they cannot be mistaken for
// the hall's own.
import { stringify } from "yaml";
import type { CommissionOutcome } from "../../contract/commission/events.ts";
import type { SessionEnd } from "../../contract/course/session-end.ts";
import { describeEnding } from "../course/describe-ending.ts";
import { hasPassed } from "../checks/has-passed.ts";
import { passedWords } from "../limits/passed-limit.ts";
import { quote } from "../../base/text/quote.ts";
import { questionsOf, wordsOf } from "../show/show.ts";
import { evidenceOf } from "../show/show-tree.ts";
import type { CommissionRecord } from "../commission/state.ts";

export const recordsDirectory = ".lore/commissions/";

export function documentPath(id: string): string {
  return `${recordsDirectory}${id}.md`;
}

/**
 * The outcome of finished work before its checks. The document is written before the checks run, so that they
 * cover it too.
 */
type Finished = Omit<Extract<CommissionOutcome, { status: "completed" }>, "trust"> & { trust: null };

/** Returns the document for work that is merged. The commit message says how the checks came out. */
export function finishedDocument(
  record: CommissionRecord,
  { end, at }: { end: SessionEnd; at: string },
): string {
  const source = record.submission === null ? "final_text" : "submission";
  const anomaly = end.how === "normal" ? null : describeEnding(end);
  return documentOf(record, { status: "completed", endedBy: end.how, anomaly, source, trust: null }, at);
}

/** Returns the document for work that is kept on its branch. */
export function commissionDocument(record: CommissionRecord, outcome: CommissionOutcome): string {
  return documentOf(record, outcome, record.planned?.at ?? record.createdAt);
}

function documentOf(record: CommissionRecord, outcome: CommissionOutcome | Finished, at: string): string {
  const sections = [
    section("Asked", [said(record.request.task)]),
    section("Decided", record.decisions.flatMap(decided)),
    section("Asked back", questionsThen(record).flatMap(askedBack)),
    section("Produced", produced(record, outcome)),
    section("Checked", checked(record, outcome)),
    section("Spent", [spent(record)]),
  ];
  return `${head(record, outcome, at)}\n${sections.join("\n")}`;
}

function head(record: CommissionRecord, outcome: CommissionOutcome | Finished, at: string): string {
  const { id, title, worker, project, continues, attempt, rehearsal } = record.request;
  const fields = {
    title: oneLine(title),
    date: at.slice(0, 10),
    worker,
    commission: id,
    project,
    status: outcome.status,
    ...(outcome.status === "completed" && outcome.trust !== null && { trust: outcome.trust }),
    ...(continues !== null && { continues, attempt }),
    ...(rehearsal !== null && { rehearsed: true }),
  };
  return `---\n${stringify(fields, { lineWidth: 0 })}---\n`;
}

function section(title: string, parts: readonly string[]): string {
  return `## ${title}\n\n${parts.length === 0 ? "Nothing." : parts.join("\n\n")}\n`;
}

function decided({ question, decision, reasoning }: CommissionRecord["decisions"][number]): string[] {
  return [said(question), "Decided:", said(decision), "Because:", said(reasoning)];
}

/**
 * Returns the questions with the answers at the time of the plan, because another may arrive between two
 * attempts to finish.
 */
function questionsThen({ questions, answers, planned }: CommissionRecord) {
  return questionsOf({ questions, answers: answers.slice(0, planned?.answers ?? answers.length) });
}

function askedBack({ question, answer }: { question: string; answer: string | null }): string[] {
  return [said(question), ...(answer === null ? ["Not answered."] : ["Answered:", said(answer)])];
}

function produced(record: CommissionRecord, outcome: CommissionOutcome | Finished): string[] {
  const copied = record.plan?.copy ?? record.submission?.artifacts ?? [];
  const artifacts = copied.map(({ path }) => `artifacts/${path}`);
  return [
    ...ending(outcome),
    ...(outcome.status === "completed" || record.submission ? [said(wordsOf({ record }).output)] : []),
    ...(artifacts.length > 0
      ? ["Artifacts, in the commission's directory:", said(artifacts.join("\n"))]
      : []),
  ];
}

function ending(outcome: CommissionOutcome | Finished): string[] {
  switch (outcome.status) {
    case "completed":
      return outcome.anomaly === null ? [] : ["It did not end well:", said(outcome.anomaly)];
    case "failed":
      return [`It failed (${outcome.reason}):`, said(outcome.message)];
    case "cancelled":
      return ["It was cancelled:", said(outcome.reason)];
  }
}

const verdicts = {
  claimed: "Nothing was checked: its worker says so.",
  verified: "Verified: every check passed.",
  refuted: "Refuted: the checks did not pass.",
} as const;

function checked(record: CommissionRecord, outcome: CommissionOutcome | Finished): string[] {
  if (outcome.status === "completed" && outcome.trust === null) return heldTo(record);
  const runs = evidenceOf(record).flatMap(({ command, exitCode, timedOut, output, ms, from, ...run }) => {
    const how = passedWords(run) ?? (timedOut ? "took too long" : `ended with ${exitCode ?? "a signal"}`);
    const passed = hasPassed({ exitCode, timedOut }) ? "passed" : "failed";
    const printed = output.trim() === "" ? [] : [said(lastOf(output, run.cut))];
    return [said(command), `Asked for by the ${from}; ${passed}: ${how} after ${seconds(ms)}.`, ...printed];
  });
  return [...(outcome.status === "completed" ? [verdicts[outcome.trust]] : []), ...runs];
}

function heldTo({ checks }: CommissionRecord): string[] {
  if (checks.length === 0) return [verdicts.claimed];
  return ["It was held to these checks:", ...checks.map(({ command }) => said(command))];
}

function spent(record: CommissionRecord): string {
  const { turns, tokens, costUsd, request, workedMs, resumes } = record;
  const { input, output, cacheRead, cacheWrite } = tokens;
  const cost = costUsd === null ? "not known" : `$${costUsd.toFixed(4)}`;
  return [
    `- Turns: ${turns}`,
    `- Tokens: ${input} in, ${output} out, ${cacheRead} read from the cache, ${cacheWrite} written to it`,
    `- Cost: ${cost}${request.rehearsal === null ? "" : ", rehearsed: nothing was paid"}`,
    `- At work: ${seconds(workedMs)}`,
    ...(resumes > 0 ? [`- Resumed: ${resumes} times`] : []),
  ].join("\n");
}

const mostCharacters = 20_000;
const mostPrinted = 4000;

/**
 * Quotes a text. Replaces control characters, because with them git would treat the file as binary and show no diff.
 */
function said(text: string): string {
  const plain = text.toWellFormed().replace(/(?![\n\r\t\v\f\u0085])\p{Cc}/gu, "�");
  return quote(
    plain.length > mostCharacters ? `${plain.slice(0, mostCharacters).toWellFormed()} [cut]` : plain,
  );
}

function lastOf(output: string, wasCut: boolean): string {
  const isLong = output.length > mostPrinted;
  return isLong || wasCut ? `[cut] ${isLong ? output.slice(-mostPrinted) : output}` : output;
}

function oneLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}
