// Renders `guild-hall show`: everything about one commission.
import type { CommissionResult } from "../../../contract/api/api.ts";
import type { CommissionDetail } from "../../../contract/commission/detail.ts";
import type { Hearing } from "../../../contract/commission/notes.ts";
import { maxResumes } from "../../../contract/commission/limits.ts";
import type { SetUpBy } from "../../../contract/project/set-up.ts";
import { columnsOf, oneLine, printable, wrapTo } from "../../../host/person/terminal.ts";
import { branchText, conflictLines, runLines } from "./branch.ts";
import { commentsText, landingText, lastStopLines, sentBackLines } from "./landing.ts";
import { hostWords } from "../../../rules/network/hosts.ts";
import { attachedWords } from "../../../rules/attachments/kinds.ts";
import { bytesText, count } from "../../../rules/show/measures.ts";
import { dollars } from "../../../rules/show/money.ts";
import { modelWords } from "../../../rules/show/model-words.ts";
import { isTurnedDown, sealOf } from "../../../rules/show/seal.ts";
import { ago, costText, elapsed, reasonText } from "../measures.ts";
import type { Paint } from "../paint.ts";
import { endingWords } from "../reason-words.ts";
import { artifactLines, atMember, memberFileLines } from "./result.ts";
import { resumesText } from "./resuming.ts";
import { sealWords, statusBrush } from "../status-word.ts";

export interface DetailStyle {
  paint: Paint;
  width: number;
  now: number;
}

type Row = readonly [name: string, value: string | null];

export interface ShownCommission {
  detail: CommissionDetail;
  /** The result of a completed commission. */
  result: CommissionResult | undefined;
}

export function detailLines({ detail, result }: ShownCommission, style: DetailStyle): string[] {
  return [
    style.paint.bold(oneLine(detail.title, style.width)),
    ...rowLines(rows(detail, style), style),
    ...section(style, { title: "Task", lines: textBlock(detail.task, style) }),
    ...latestLines({ detail, result }, style),
    ...section(style, {
      title: "Problems",
      lines: detail.problems.flatMap((text) => textBlock(text, style)),
    }),
    ...section(style, { title: "Conflicts", lines: conflictLines(detail) }),
    ...section(style, {
      title: "Last attempt to merge or undo it",
      lines: lastStopLines(detail, style.paint),
    }),
    ...section(style, { title: "Sent back with", lines: sentBackLines(detail, style) }),
    ...section(style, { title: "Set-up", lines: setUpLines(detail, style.paint) }),
    ...section(style, {
      title: "Checks",
      lines: detail.checks.flatMap((run) => runLines(run, style.paint)),
    }),
    ...section(style, { title: "Decisions", lines: decisionLines(detail, style) }),
    ...section(style, { title: "Questions", lines: questionLines(detail, style) }),
    ...section(style, { title: "Notes", lines: noteLines(detail, style) }),
  ];
}

/** Shows how the set-up ran, with the hosts that it reached or tried to reach. */
function setUpLines({ setup }: CommissionDetail, paint: Paint): string[] {
  if (setup === null) return [];
  const how = setup.by === undefined ? [] : [paint.dim(`    ${setUpWords[setup.by]}`)];
  const hosts = (setup.hosts ?? []).map((use) => paint.dim(`    ${oneLine(hostWords(use), 600)}`));
  return [...runLines(setup, paint), ...how, ...hosts];
}

const setUpWords: Readonly<Record<SetUpBy, string>> = {
  network: "with the network, on files that are yours or approved",
  kept: "not run: the hall copied in what an earlier set-up with the same inputs made",
  offline: "without the network: its files differ from your branch and are not approved",
};

function rows(detail: CommissionDetail, style: DetailStyle): Row[] {
  return [
    ["id", detail.id],
    ["status", statusText(detail, style)],
    ["waiting", waitingText(detail, style)],
    [
      "error",
      detail.error && style.paint.red(oneLine(reasonText(detail.error.code, detail.error.message), 2000)),
    ],
    ["anomaly", detail.anomaly && style.paint.yellow(oneLine(detail.anomaly, 2000))],
    ["chore", choreText(detail)],
    ["worker", detail.worker],
    ["job", detail.memberJob && oneLine(detail.memberJob.jobId ?? "not known to have arrived", 200)],
    ["project", detail.project],
    ["branch", branchText(detail, style.paint)],
    ["review", landingText(detail, style.paint)],
    ["comments", commentsText(detail)],
    ["worktree", detail.tree?.worktree ? oneLine(detail.tree.worktree, 4000) : null],
    ["left over", detail.tree?.outcome?.trashed ? oneLine(detail.tree.outcome.trashed, 4000) : null],
    ["model", oneLine(modelWords(detail) ?? "", 300) || null],
    [
      "created",
      `${detail.createdAt} (${ago(style.now - Date.parse(detail.createdAt))}), by ${detail.createdBy}`,
    ],
    ["time", timeText(detail, style.now)],
    ["turns", String(detail.turns) + atMost(detail.config.maxTurns?.toString())],
    ["tokens", tokensText(detail)],
    ["cost", costText(detail.cost) + atMost(budgetText(detail))],
    ["sandbox", detail.sandbox],
    [
      "tool",
      detail.runningTool && `${oneLine(detail.runningTool.tool, 80)} since ${detail.runningTool.since}`,
    ],
    ["labels", detail.labels.length > 0 ? detail.labels.map((label) => oneLine(label, 80)).join(", ") : null],
    ["after", detail.after.length > 0 ? detail.after.map((each) => oneLine(each, 200)).join(", ") : null],
    ["files", detail.attachments?.length ? oneLine(attachedWords(detail.attachments), 4000) : null],
    ["attempt", detail.attempt > 1 ? String(detail.attempt) : null],
    ["continues", detail.continues],
    ["continued", detail.continuedBy && `by ${detail.continuedBy}`],
    ["resumes", detail.resumes > 0 ? `${detail.resumes} of ${maxResumes}` : null],
    ["disk", diskText(detail)],
    ["last cut", cutText(detail, style)],
    ["directory", oneLine(detail.directory, 4000)],
  ];
}

/** Shows the worker's latest progress, or the result of a completed commission. */
function latestLines({ detail, result }: ShownCommission, style: DetailStyle): string[] {
  if (!result)
    return section(style, { title: "Latest progress", lines: textBlock(detail.summary ?? "", style) });
  const artifacts = artifactLines(result.artifacts ?? [], detail.directory);
  return [
    ...section(style, { title: "Result", lines: textBlock(result.summary, style) }),
    ...section(style, { title: "Artifacts", lines: artifacts }),
    ...section(style, { title: atMember, lines: memberFileLines(detail) }),
  ];
}

function statusText(detail: CommissionDetail, { paint, now }: DetailStyle): string {
  const extra = [
    resumesText(detail, now),
    detail.rehearsed ? rehearsedText(detail) : null,
    sealText(detail, paint),
    detail.endedBy && endingWords(detail.endedBy),
    detail.cancelRequested && detail.endedAt === null ? "cancel requested" : null,
  ].filter((part) => part !== null);
  return statusBrush(paint, detail)(detail.status) + (extra.length > 0 ? ` (${extra.join("; ")})` : "");
}

function sealText(detail: CommissionDetail, paint: Paint): string | null {
  const seal = sealOf(detail);
  if (seal === null) return null;
  return isTurnedDown(detail) ? paint.red(sealWords[seal]) : sealWords[seal];
}

function waitingText(detail: CommissionDetail, { paint, now }: DetailStyle): string | null {
  if (detail.waitingFor !== null) return paint.yellow(oneLine(detail.waitingFor, 2000));
  const isLater = detail.waitsUntil !== null && Date.parse(detail.waitsUntil) > now;
  const isTold = detail.resumesAt !== null;
  return isLater && !isTold ? `until ${detail.waitsUntil}; then the hall starts it again` : null;
}

function choreText({ chore, choreOutcome }: CommissionDetail): string | null {
  if (chore === null) return null;
  return choreOutcome === null ? `condenses the memory of ${chore.scope}` : oneLine(choreOutcome.note, 2000);
}

function cutText({ lastLoss }: CommissionDetail, { now }: DetailStyle): string | null {
  if (lastLoss === null) return null;
  const { at, cause, message } = lastLoss;
  const told =
    cause === "stop" ? "interrupted by `guild-hall down --stop`" : `${cause}: ${oneLine(message, 2000)}`;
  return `${ago(now - Date.parse(at))}, ${told}`;
}

function rehearsedText({ endedAt }: CommissionDetail): string {
  return `rehearsed: the model ${endedAt === null ? "is" : "was"} played from a script`;
}

function timeText(detail: CommissionDetail, now: number): string {
  if (detail.startedAt === null) return "not started";
  const end = detail.endedAt === null ? now : Date.parse(detail.endedAt);
  return `${elapsed(end - Date.parse(detail.startedAt))}${detail.endedAt === null ? " so far" : ""}`;
}

function diskText({ disk }: CommissionDetail): string | null {
  if (disk === null) return null;
  return `${disk.complete ? "" : "at least "}${bytesText(disk.bytes)}`;
}

function atMost(limit: string | undefined): string {
  return limit === undefined ? "" : ` (at most ${limit})`;
}

function budgetText({ config }: CommissionDetail): string | undefined {
  return config.maxBudgetUsd === undefined ? undefined : dollars(config.maxBudgetUsd);
}

function tokensText({ tokens, contextTokens }: CommissionDetail): string {
  const cached = tokens.cacheRead + tokens.cacheWrite;
  return `${count(tokens.input)} in, ${count(tokens.output)} out, ${count(cached)} cached; ${count(contextTokens)} in context`;
}

function rowLines(all: readonly Row[], { paint }: DetailStyle): string[] {
  const shown = all.filter((row): row is [string, string] => row[1] !== null);
  const width = Math.max(...shown.map(([name]) => columnsOf(name)));
  return shown.map(([name, value]) => `  ${paint.dim(name.padEnd(width))}  ${value}`);
}

function section({ paint }: DetailStyle, { title, lines }: { title: string; lines: string[] }): string[] {
  return lines.length === 0 ? [] : ["", paint.bold(title), ...lines];
}

function textBlock(text: string, style: DetailStyle): string[] {
  if (text === "") return [];
  return wrapTo(printable(text), style.width - 2).map((line) => `  ${line}`.trimEnd());
}

function decisionLines(detail: CommissionDetail, style: DetailStyle): string[] {
  return detail.decisions.flatMap((made) => [
    ...textBlock(`${made.question} → ${made.decision}`, style),
    ...textBlock(made.reasoning, style).map((line) => style.paint.dim(`  ${line}`)),
  ]);
}

function questionLines(detail: CommissionDetail, style: DetailStyle): string[] {
  return detail.questions.flatMap(({ question, answer, heard }, i) => [
    ...hanging(`${i + 1}? `, question, style),
    ...hanging("  → ", answer ?? "", style).map((line) => style.paint.green(line)),
    ...(heard ? [style.paint.dim(`     ${heardWords(heard, null)}`)] : []),
  ]);
}

function noteLines({ notes = [], endedAt }: CommissionDetail, style: DetailStyle): string[] {
  return notes.flatMap(({ number, text, heard }) => [
    ...hanging(`${number}. `, text, style),
    style.paint.dim(`     ${heardWords(heard, endedAt)}`),
  ]);
}

function heardWords(heard: Hearing | null, endedAt: string | null): string {
  if (heard !== null) return `heard in turn ${heard.turn}`;
  return endedAt === null ? "not heard yet" : "not heard; the next attempt is told";
}

/** Puts a mark before the text, and indents further lines below the text, not below the mark. */
function hanging(mark: string, text: string, style: DetailStyle): string[] {
  const block = textBlock(text, { ...style, width: style.width - mark.length });
  return block.map((line, i) => `  ${i === 0 ? mark : " ".repeat(mark.length)}${line.slice(2)}`.trimEnd());
}
