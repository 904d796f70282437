// Builds the commit message of a commission. The title and the summary are untrusted: no line of them may look like one
// of the hall's own lines, or like part of a patch.
import type { CommissionOutcome } from "../../contract/commission/events.ts";
import { wordsOf } from "../show/show.ts";
import type { CommissionRecord } from "../commission/state.ts";

const subjectCharacters = 72;
const bodyCharacters = 4000;

export function commitMessage(record: CommissionRecord, outcome: CommissionOutcome): string {
  const { title, id, worker, rehearsal } = record.request;
  const body = outcome.status === "completed" ? wordsOf({ record }).summary : (record.summary ?? "");
  const trailers = [
    `Commission: ${id}`,
    `Worker: ${worker}`,
    `Status: ${outcome.status}`,
    ...(outcome.status === "completed" ? [`Trust: ${outcome.trust}`] : []),
    ...(rehearsal === null ? [] : ["Rehearsed: yes"]),
  ];
  const paragraphs = [subjectOf(title) || `Commission ${id}`, bodyOf(body), trailers.join("\n")];
  return `${paragraphs.filter((part) => part !== "").join("\n\n")}\n`;
}

function subjectOf(title: string): string {
  const line = linesOf(title).join(" ").replace(/\s+/gu, " ").trim();
  return cut(isOwnTrailer(line) || isMark(line) ? `> ${line}` : line, subjectCharacters);
}

function bodyOf(text: string): string {
  return linesOf(cut(text.trim(), bodyCharacters))
    .map((line) => (isTrailer(line) || isMark(line) ? `> ${line.trimEnd()}` : line.trimEnd()))
    .join("\n")
    .trim();
}

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
/** Characters that control a terminal or change the reading direction. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

function linesOf(text: string): string[] {
  return text
    .toWellFormed()
    .split(lineEnds)
    .map((line) => line.replaceAll("\t", " ").replace(unseen, ""));
}

/** Whether a line of the body looks like a trailer and could be mistaken for one of the hall's own. */
function isTrailer(line: string): boolean {
  return /^\s*[\w-]+\s*:/.test(line);
}

/**
 * Whether a subject looks like one of the hall's own trailers. A subject may begin with any other word and a
 * colon.
 */
function isOwnTrailer(line: string): boolean {
  return /^\s*(?:commission|worker|status|trust|rehearsed)\s*:/i.test(line);
}

/** Whether a line would end a commit message or begin a patch. */
function isMark(line: string): boolean {
  return /^\s*(?:-{3}|#|\(cherry picked|diff |index |From |\+\+\+ )/.test(line);
}

/** Cuts a text without splitting a surrogate pair. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "");
  return `${kept.trimEnd()}…`;
}
