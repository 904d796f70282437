// Makes lines of a commit message out of untrusted text, so that none of them looks like one of the hall's own lines,
// or like part of a patch.

const bodyCharacters = 4000;

const lineEnds = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;
/** Characters that control a terminal or change the reading direction. */
const unseen = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

export function linesOf(text: string): string[] {
  return text
    .toWellFormed()
    .split(lineEnds)
    .map((line) => line.replaceAll("\t", " ").replace(unseen, ""));
}

/** Returns the text as one line. */
export function asLine(text: string): string {
  return linesOf(text).join(" ").replace(/\s+/gu, " ").trim();
}

/** Returns the lines of a long text, without what lies beyond the limit. */
export function bodyLines(text: string): string[] {
  return linesOf(cut(text.trim(), bodyCharacters));
}

/** Whether a line of the body looks like a trailer and could be mistaken for one of the hall's own. */
export function isTrailer(line: string): boolean {
  return /^\s*[\w-]+\s*:/.test(line);
}

/** Whether a line would end a commit message or begin a patch. */
export function isMark(line: string): boolean {
  return /^\s*(?:-{3}|#|\(cherry picked|diff |index |From |\+\+\+ )/.test(line);
}

/** Cuts a text without splitting a surrogate pair. */
export function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "");
  return `${kept.trimEnd()}…`;
}
