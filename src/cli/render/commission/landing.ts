// Says where finished work stands after the end of its commission: whether it waits for the person, was accepted, sent
// back, rejected or undone, and why an act on it stopped.
import { plural } from "../../../base/text/plural.ts";
import type { CommissionDetail } from "../../../contract/commission/detail.ts";
import type { LandingAct, StandingWork } from "../../../contract/commission/landing.ts";
import type { AnsweredComment, CommentOutcome } from "../../../contract/commission/review-comment.ts";
import type { CommissionSummary } from "../../../contract/commission/meta.ts";
import { oneLine, printable, wrapTo } from "../../../host/person/terminal.ts";
import { hasPassed } from "../../../rules/checks/has-passed.ts";
import { runLines } from "./branch.ts";
import type { Paint } from "../paint.ts";

type Landed = Pick<CommissionSummary, "landing" | "branch"> &
  Partial<Pick<CommissionDetail, "continuedBy" | "afterEnd">>;

/** Returns `null` if there is nothing to say beyond the branch: no finished work, or the hall merged it by itself. */
export function landingText({ landing, branch, continuedBy, afterEnd }: Landed, paint: Paint): string | null {
  if (landing === null) return null;
  const into = oneLine(branch?.into ?? "the integration branch", 200);
  const commit = landing.commit?.slice(0, 12) ?? "";
  const why = afterEnd?.reason ? `: ${oneLine(afterEnd.reason, 2000)}` : "";
  switch (landing.state) {
    case "ready":
      return paint.yellow(readyWords[landing.mode]);
    case "merged":
      return null;
    case "accepting":
      return paint.yellow(`the hall checks its merge into ${into}`);
    case "undoing":
      return paint.yellow(`the hall checks ${into} without it`);
    case "accepted":
      return paint.green(`accepted as ${commit} on ${into}`);
    case "sent_back":
      return `sent back${continuedBy ? `; ${continuedBy.slice(0, 13)} continues it` : ""}`;
    case "rejected":
      return paint.yellow(`rejected; its branch is kept${why}`);
    case "undone":
      return paint.yellow(`${why && "rejected, "}undone by ${commit} on ${into}${why}`);
  }
}

const readyWords = {
  integration: "waits for you: guild-hall review",
  review: "waits for you: guild-hall review",
  branch: "stays on its own branch; to merge it: guild-hall review accept",
} as const;

/** Says in a word or two where the work stands, for lists; `null` where the seal says enough. */
export function landingNote({ landing }: Pick<CommissionSummary, "landing">): LandingNote | null {
  if (landing === null || landing.state === "merged") return null;
  if (landing.state === "ready" && landing.mode === "branch") return "on its branch";
  return notes[landing.state];
}

const notes = {
  ready: "waits for you",
  accepting: "being accepted",
  undoing: "being undone",
  accepted: "accepted",
  sent_back: "sent back",
  rejected: "rejected",
  undone: "undone",
} as const;
export type LandingNote = (typeof notes)[keyof typeof notes] | "on its branch";

export const actWords: Readonly<Record<LandingAct, string>> = { accept: "accept", undo: "undo" };

/** Shows why the last act stopped, with what was in its way; empty if none did. */
export function lastStopLines({ afterEnd }: Pick<CommissionDetail, "afterEnd">, paint: Paint): string[] {
  const stop = afterEnd?.lastStop ?? null;
  if (stop === null) return [];
  return [
    `  ${paint.red(`${actWords[stop.act]} stopped`)}: ${oneLine(stop.message, 2000)}`,
    ...listed(stop.conflicts.map((path) => `conflict in ${oneLine(path, 1000)}`)),
    ...listed(stop.standing.map(standingText)),
    ...stop.checks.filter((run) => !hasPassed(run)).flatMap((run) => runLines(run, paint)),
  ];
}

function standingText({ commit, subject, commission }: StandingWork): string {
  const by = commission === null ? "" : ` (${commission.slice(0, 13)})`;
  return `later work on it: ${commit.slice(0, 12)} ${oneLine(subject, 200)}${by}`;
}

const mostListed = 50;

function listed(lines: readonly string[]): string[] {
  const left = lines.length - mostListed;
  return [
    ...lines.slice(0, mostListed).map((line) => `  ${line}`),
    ...(left > 0 ? [`  and ${left} more`] : []),
  ];
}

type SentBack = NonNullable<CommissionDetail["sentBack"]>;

/** Shows the comments with which the earlier work was sent back, each with what the worker did about it. */
export function sentBackLines(
  { sentBack }: { sentBack: SentBack | null },
  { paint, width }: { paint: Paint; width: number },
): string[] {
  if (sentBack === null) return [];
  const room = Math.max(30, width - 5);
  const block = (text: string) => wrapTo(printable(text), room).map((line) => `     ${line}`.trimEnd());
  return [
    ...(sentBack.note === null ? [] : wrapTo(printable(sentBack.note), room).map((line) => `  ${line}`)),
    ...sentBack.comments.flatMap((comment) => [
      `  ${comment.number}. ${placeText(comment)}`,
      ...(comment.code.trim() === "" ? [] : [paint.dim(`     | ${oneLine(comment.code.trim(), room)}`)]),
      ...block(comment.text),
      ...block(answerText(comment)).map(comment.outcome === "done" ? paint.green : paint.yellow),
    ]),
  ];
}

function placeText({ path, line, side }: AnsweredComment): string {
  const at = line === null ? "" : `, line ${line}${side === "old" ? " as it was before" : ""}`;
  return `${oneLine(path, 1000)}${at}`;
}

const outcomes: Readonly<Record<CommentOutcome, string>> = {
  done: "done",
  partly: "done in part",
  declined: "declined",
};

function answerText({ outcome, answer }: AnsweredComment): string {
  if (outcome === null) return "left out: the worker did not answer it";
  return `${outcomes[outcome]}${answer === null ? "" : `: ${answer}`}`;
}

/** Says how many of the comments were answered; `null` if the work answers none. */
export function commentsText({ comments }: Pick<CommissionSummary, "comments">): string | null {
  if (comments === null || comments.total === 0) return null;
  return `${comments.answered} of ${plural(comments.total, "comment")} answered`;
}
