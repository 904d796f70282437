// Finds the first failing lines in the output of a command, because the end of the output seldom shows them. They are
// only displayed and decide nothing, because a worker can print anything.
import { kinds, type Mark, type Runner } from "./failure-marks.ts";
import { findJunitFailure } from "./junit-failure.ts";

export interface FirstFailure {
  /** Line number in the stored output, counted from 1. */
  line: number;
  /** The lines, without colour codes. */
  text: string;
}

const most = { lines: 20, characters: 2000, ofLine: 300, above: 3 };

/**
 * Returns the first failure; `null` if nothing looks like one. Takes time linear in the size of the output.
 */
export function findFirstFailure(output: string): FirstFailure | null {
  const whole = withoutCodes(output).split(/\r\n|[\n\r]/);
  const lines = whole.map((line) => (line.length > most.ofLine ? `${line.slice(0, most.ofLine)}…` : line));
  for (const [at, runners] of kinds.entries()) {
    const found = runners.map((runner) => findIn(lines, runner));
    if (at === 0) found.push(findJunitFailure(whole));
    const first = earliest(found);
    if (first) return bounded(first);
  }
  return null;
}

/**
 * Returns the first failure to show beside the output; `null` if there is none, or the output is short enough to be
 * shown whole.
 */
export function findFailureApart(output: string): FirstFailure | null {
  return output.trimEnd().split("\n", most.lines + 1).length > most.lines ? findFirstFailure(output) : null;
}

interface Found {
  /** The index of the first line, counted from 0. */
  start: number;
  lines: readonly string[];
}

/**
 * Strips terminal escape codes. Neighbouring parts of the pattern match different characters, so that it
 * never backtracks far.
 */
function withoutCodes(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replace(/\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|[@-Z\\^_])/g, "");
}

function earliest(found: readonly (Found | null)[]): Found | null {
  return found.reduce<Found | null>(
    (first, each) => (each && (!first || each.start < first.start) ? each : first),
    null,
  );
}

function findIn(lines: readonly string[], runner: Runner): Found | null {
  for (const mark of runner) {
    const found = findMark(lines, mark);
    if (found) return found;
  }
  return null;
}

function findMark(lines: readonly string[], mark: Mark): Found | null {
  const from = mark.after ? indexFrom(lines, 0, mark.after) + 1 : 0;
  if (mark.after && from === 0) return null;
  for (let at = from; at < lines.length; at += 1) {
    const line = lines[at] ?? "";
    if (mark.at.test(line) && !mark.not?.test(line)) return extent(lines, at, mark);
  }
  return null;
}

function extent(lines: readonly string[], at: number, mark: Mark): Found {
  const end = endOf(lines, at, mark);
  const below = trimmed(lines.slice(at, end));
  if (below.length <= 1 && mark.back) return above(lines, at, mark.back);
  const head = mark.head ? lastIndexBefore(lines, at, mark.head) : -1;
  const block = head === -1 ? below : [lines[head] ?? "", ...below];
  return { start: head === -1 ? at : head, lines: focused(block, mark.focus) };
}

function endOf(lines: readonly string[], at: number, { until, through }: Mark): number {
  if (through) return indexFrom(lines, at + 1, through) + 1 || lines.length;
  if (!until) return at + 1;
  const end = indexFrom(lines, at + 1, until);
  return end === -1 ? lines.length : end;
}

/** Returns the lines above the failure that explain it, the nearest ones if there are many. */
function above(lines: readonly string[], at: number, back: RegExp): Found {
  const begin = Math.max(lastIndexBefore(lines, at, back) + 1, at - most.lines + 1);
  let start = begin;
  while (start < at && lines[start]?.trim() === "") start += 1;
  return { start, lines: lines.slice(start, at + 1) };
}

function focused(block: readonly string[], focus: RegExp | undefined): readonly string[] {
  const at = focus && block.length > most.lines ? indexFrom(block, 0, focus) : -1;
  const begin = at - most.above;
  return begin <= 1 ? block : [block[0] ?? "", "[...]", ...block.slice(begin)];
}

function bounded({ start, lines }: Found): FirstFailure {
  const shown = trimmed(lines.slice(0, most.lines));
  const text = shown.join("\n");
  const isCut = lines.length > most.lines || text.length > most.characters;
  return { line: start + 1, text: isCut ? `${text.slice(0, most.characters)}\n[...]` : text };
}

function trimmed(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1] ?? "").trim() === "") end -= 1;
  return lines.slice(0, end);
}

function indexFrom(lines: readonly string[], from: number, wanted: RegExp): number {
  for (let at = from; at < lines.length; at += 1) if (wanted.test(lines[at] ?? "")) return at;
  return -1;
}

function lastIndexBefore(lines: readonly string[], before: number, wanted: RegExp): number {
  for (let at = before - 1; at >= 0; at -= 1) if (wanted.test(lines[at] ?? "")) return at;
  return -1;
}
