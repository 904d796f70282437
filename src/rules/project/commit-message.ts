// Builds the commit message of a commission, as the project's settings want it. The title and the summary are
// untrusted: no line of them may look like one of the hall's own lines, or like part of a patch.
import type { CommissionOutcome } from "../../contract/commission/events.ts";
import { wordsOf } from "../show/show.ts";
import type { CommissionRecord } from "../commission/state.ts";
import { asLine, bodyLines, cut, isMark, isTrailer } from "./commit-text.ts";
import { styledParagraphs, styledTrailers } from "./styled-message.ts";

/** The longest subject of a project whose settings did not say how its commits look. */
const subjectCharacters = 72;

export function commitMessage(record: CommissionRecord, outcome: CommissionOutcome): string {
  const { commitStyle, request } = record;
  const summary = outcome.status === "completed" ? wordsOf({ record }).summary : (record.summary ?? "");
  const own = hallTrailers(record, outcome);
  if (commitStyle === null)
    return messageOf([subjectOf(request.title) || `Commission ${request.id}`, bodyOf(summary)], own);
  const words = { request, summary, style: commitStyle };
  return messageOf(styledParagraphs(words), [...own, ...styledTrailers(words)]);
}

/** Returns the message of the commit that reverts the work of a commission. */
export function undoMessage(
  record: CommissionRecord,
  { outcome, commit }: { outcome: CommissionOutcome; commit: string },
): string {
  const { commitStyle, request } = record;
  const [subject = ""] = commitMessage(record, outcome).split("\n");
  const signed = commitStyle && styledTrailers({ request, summary: "", style: commitStyle });
  return messageOf(
    [`Revert "${subject}"`, `This reverts commit ${commit}.`],
    [`Undoes: ${request.id}`, ...(signed ?? []).filter((line) => line.startsWith("Signed-off-by: "))],
  );
}

function messageOf(paragraphs: readonly string[], trailers: readonly string[]): string {
  return `${[...paragraphs, trailers.join("\n")].filter((part) => part !== "").join("\n\n")}\n`;
}

function hallTrailers({ request }: CommissionRecord, outcome: CommissionOutcome): string[] {
  return [
    `Commission: ${request.id}`,
    `Worker: ${request.worker}`,
    `Status: ${outcome.status}`,
    ...(outcome.status === "completed" ? [`Trust: ${outcome.trust}`] : []),
    ...(request.rehearsal === null ? [] : ["Rehearsed: yes"]),
  ];
}

function subjectOf(title: string): string {
  const line = asLine(title);
  return cut(isOwnTrailer(line) || isMark(line) ? `> ${line}` : line, subjectCharacters);
}

function bodyOf(text: string): string {
  return bodyLines(text)
    .map((line) => (isTrailer(line) || isMark(line) ? `> ${line.trimEnd()}` : line.trimEnd()))
    .join("\n")
    .trim();
}

/**
 * Whether a subject looks like one of the hall's own trailers. A subject may begin with any other word and a
 * colon.
 */
function isOwnTrailer(line: string): boolean {
  return /^\s*(?:commission|worker|status|trust|rehearsed)\s*:/i.test(line);
}
