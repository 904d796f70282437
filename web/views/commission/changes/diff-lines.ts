// Turns a diff into rows: a head for each file, then its lines if it is unfolded. Pure.
import gitDiffParser, { type Change, type File, type Hunk } from "gitdiff-parser";
import type { ChangedFile, CommissionDiff } from "../../../../src/contract/commission/diff.ts";
import type { CodeText } from "../../../parts/colours.ts";
import { type Language, languageOf } from "../../../parts/text/language-of.ts";
import { shownOf } from "../../../parts/text/long-line.ts";
import { plain } from "../../../words/plain.ts";
import { besidesLines, endWords, wordOf } from "./diff-words.ts";

export type DiffRow =
  | { kind: "file"; file: ChangedFile; isOpen: boolean }
  | { kind: "hunk"; path: string; at: number; text: string }
  | { kind: "line"; path: string; at: number; line: DiffLine }
  | { kind: "word"; path: string; at: number; text: string }
  /** A file whose patch was left out of the diff; it can be requested separately. */
  | { kind: "left-out"; path: string; at: number; text: string }
  | { kind: "end"; path: string };

export interface DiffLine {
  change: "insert" | "delete" | "normal";
  before: number | null;
  after: number | null;
  content: string;
  /** The side of the hunk that this line belongs to, and its index there. */
  of: CodeText;
  at: number;
  /** The line on the other side that this changed line replaces, or is replaced by; `null` if there is none. */
  pair: DiffLine | null;
}

/** A file with more changed lines than this is folded at first. */
const bigFile = 400;

/** Returns whether the file is the hall's own record of the commission, which is not part of the work. */
function isRecord({ path }: ChangedFile): boolean {
  return path.startsWith(".lore/commissions/");
}

/** Returns whether the file is folded at first. */
export function isFolded(file: ChangedFile): boolean {
  const { additions, deletions } = file;
  return isRecord(file) || (additions ?? 0) + (deletions ?? 0) > bigFile;
}

/** Returns whether the file's lines are shown. A file that the person has viewed is folded. */
export function isUnfolded(file: ChangedFile, { turned, viewed }: Omit<DiffChoice, "alone">): boolean {
  return (isFolded(file) || viewed.has(file.path)) === turned.has(file.path);
}

export interface DiffChoice {
  /** The paths of files that a person has folded or unfolded, contrary to `isFolded`. */
  turned: ReadonlySet<string>;
  /** The paths of files that the person has ticked as viewed. */
  viewed: ReadonlySet<string>;
  /** Files that were requested separately, by the listed files that they replace. */
  alone: ReadonlyMap<ChangedFile, ChangedFile>;
}

/** Builds the rows, with the hall's own record of the commission last. */
export function diffRows(
  { files }: Pick<CommissionDiff, "files">,
  { alone, ...choice }: DiffChoice,
): DiffRow[] {
  const inOrder = [...files.filter((file) => !isRecord(file)), ...files.filter(isRecord)];
  return inOrder.flatMap((file): DiffRow[] => {
    const isOpen = isUnfolded(file, choice);
    const head: DiffRow = { kind: "file", file, isOpen };
    if (!isOpen) return [head];
    const own = alone.get(file);
    return [head, ...rowsOf(own ?? file, own !== undefined), { kind: "end", path: file.path }];
  });
}

const known = new WeakMap<ChangedFile, DiffRow[]>();

/** Parses a file once, when it is first shown. */
function rowsOf(file: ChangedFile, isAlone: boolean): DiffRow[] {
  const before = known.get(file);
  if (before) return before;
  const rows = made(file, isAlone);
  known.set(file, rows);
  return rows;
}

function made(file: ChangedFile, isAlone: boolean): DiffRow[] {
  const { path, patch, why } = file;
  if (patch === null) {
    const kind = file.additions === null || isAlone ? "word" : "left-out";
    return [{ kind, path, at: 0, text: why ?? "It is not shown." }];
  }
  const parsed = parse(patch);
  if (parsed === null) return bareRows(path, patch);
  const lines = parsed.flatMap(({ hunks }) => hunks).flatMap((hunk, at) => hunkRows(hunk, { path, at }));
  const words = besidesLines(file, patch);
  if (lines.length === 0 && words.length === 0) words.push(wordOf(file));
  const ends = parsed.flatMap((part) => endWords(part));
  return [...wordRows(path, words, 0), ...lines, ...wordRows(path, ends, words.length)];
}

function wordRows(path: string, words: readonly string[], from: number): DiffRow[] {
  return words.map((text, at) => ({ kind: "word", path, at: from + at, text }));
}

/** Under Node's module rules, the parser's types nest the default export one level deeper. */
const parser = ("default" in gitDiffParser ? gitDiffParser.default : gitDiffParser) as {
  parse(patch: string): File[];
};

/** Returns `null` if the patch cannot be parsed: then it is shown as it is. */
function parse(patch: string): File[] | null {
  try {
    const files = parser.parse(patch);
    return files.length === 0 ? null : files;
  } catch {
    return null;
  }
}

function bareRows(path: string, patch: string): DiffRow[] {
  const lines = patch.split("\n");
  const of: CodeText = { language: null, code: () => "" };
  return lines.map((content, at) => ({
    kind: "line",
    path,
    at,
    line: { change: "normal", before: null, after: null, content, of, at, pair: null },
  }));
}

function hunkRows(hunk: Hunk, { path, at }: { path: string; at: number }): DiffRow[] {
  return [
    { kind: "hunk", path, at, text: plain(hunk.content) },
    ...hunkLines(hunk, languageOf(path)).map((line, of): DiffRow => ({
      kind: "line",
      path,
      at: at * 1e6 + of,
      line,
    })),
  ];
}

/** Highlights each side as a whole, because a single line does not show that it is inside a comment. */
function hunkLines({ changes }: Hunk, language: Language | null): DiffLine[] {
  const side = (not: Change["type"]): CodeText => ({
    language,
    code: () =>
      changes
        .filter(({ type }) => type !== not)
        .map(({ content }) => shownOf(content).text)
        .join("\n"),
  });
  const [old, fresh] = [side("insert"), side("delete")];
  let [inOld, inFresh] = [0, 0];
  const lines = changes.map((change): DiffLine => {
    const { type, content } = change;
    const [of, at] = type === "delete" ? [old, inOld] : [fresh, inFresh];
    if (type !== "insert") inOld += 1;
    if (type !== "delete") inFresh += 1;
    return { change: type, ...numbersOf(change), content, of, at, pair: null };
  });
  pairUp(lines);
  return lines;
}

/** Pairs the lines that were deleted with those that were inserted in their place, in order. */
function pairUp(lines: readonly DiffLine[]): void {
  for (let at = 0; at < lines.length;) {
    const deleted = runFrom(lines, at, "delete");
    const inserted = runFrom(lines, at + deleted, "insert");
    for (let n = 0; n < Math.min(deleted, inserted); n += 1) {
      const [before, after] = [lines[at + n], lines[at + deleted + n]];
      if (before && after) [before.pair, after.pair] = [after, before];
    }
    at += Math.max(1, deleted + inserted);
  }
}

/** Counts the neighbouring lines from `at` on that changed in this way. */
function runFrom(lines: readonly DiffLine[], at: number, change: DiffLine["change"]): number {
  let end = at;
  while (lines[end]?.change === change) end += 1;
  return end - at;
}

function numbersOf(change: Change): Pick<DiffLine, "before" | "after"> {
  if (change.type === "insert") return { before: null, after: change.lineNumber };
  if (change.type === "delete") return { before: change.lineNumber, after: null };
  return { before: change.oldLineNumber, after: change.newLineNumber };
}
