// Puts the comments on a diff below the lines that they stand on. Pure.
import type { AnsweredComment } from "../../../../src/contract/commission/review-comment.ts";
import type { CommentDraft } from "../review/comment-drafts.ts";
import type { DiffLine, DiffRow } from "./diff-lines.ts";
import type { SidedRow } from "./conflict-rows.ts";
import type { PairRow, SplitRow } from "./split-rows.ts";

/** A comment that is not sent yet, or one that came with the work and what its worker did about it. */
export type ShownComment =
  { is: "draft"; comment: CommentDraft } | { is: "answered"; comment: AnsweredComment; isOver: boolean };

/** The place of a comment: a line on one side of a file, or the whole file if `line` is `null`. */
export interface CommentPlace {
  path: string;
  line: number | null;
  side: "old" | "new";
  code: string;
}

export interface CommentRow {
  kind: "comment";
  path: string;
  shown: ShownComment;
  /** True if the line that it stands on is not in the diff any more. */
  isLost: boolean;
}

/** The row in which a person writes a comment. */
export interface WritingRow {
  kind: "writing";
  place: CommentPlace;
}

export type AnyRow = DiffRow | PairRow | CommentRow | WritingRow;

export interface ShownRow {
  side: SidedRow["side"];
  row: AnyRow;
}

interface Written {
  comments: readonly ShownComment[];
  writing: CommentPlace | null;
}

export function withComments(rows: readonly SplitRow[], { comments, writing }: Written): ShownRow[] {
  const byPath = Map.groupBy(comments, ({ comment }) => comment.path);
  if (byPath.size === 0 && writing === null) return rows as ShownRow[];
  const shown: ShownRow[] = [];
  for (let at = 0; at < rows.length;) {
    const head = rows[at];
    if (!head) break;
    const end = endOfFile(rows, at);
    const path = head.row.kind === "file" ? head.row.file.path : "";
    const own = head.side === "other" ? undefined : byPath.get(path);
    const here = writing !== null && head.side !== "other" && writing.path === path ? writing : null;
    const isOpen = head.row.kind === "file" && head.row.isOpen;
    if ((own === undefined && here === null) || !isOpen)
      for (let n = at; n < end; n += 1) pushAt(shown, rows, n);
    else put(shown, { block: rows.slice(at, end), comments: own ?? [], writing: here });
    at = end;
  }
  return shown;
}

function pushAt(shown: ShownRow[], rows: readonly SplitRow[], at: number): void {
  const row = rows[at];
  if (row) shown.push(row);
}

/** Returns the index after the last row of the file that begins at `at`. */
function endOfFile(rows: readonly SplitRow[], at: number): number {
  let end = at + 1;
  while (end < rows.length && rows[end]?.row.kind !== "file") end += 1;
  return end;
}

interface Block {
  block: readonly SplitRow[];
  comments: readonly ShownComment[];
  writing: CommentPlace | null;
}

function put(shown: ShownRow[], { block, comments, writing }: Block): void {
  const places = placesIn(block);
  const below = new Map<number, AnyRow[]>();
  const add = (at: number, row: AnyRow) => below.set(at, [...(below.get(at) ?? []), row]);
  for (const one of comments) {
    const at = placeOf(one, places);
    add(at ?? 0, rowOf(one, at === null));
  }
  if (writing) add(findExactly(writing, places) ?? 0, { kind: "writing", place: writing });
  for (const [at, sided] of block.entries()) {
    shown.push(sided);
    for (const row of below.get(at) ?? []) shown.push({ side: sided.side, row });
  }
}

/** The row of each comment, made once, so that unchanged rows are not drawn again. */
const known = new WeakMap<ShownComment["comment"], CommentRow>();

function rowOf(shown: ShownComment, isLost: boolean): CommentRow {
  const before = known.get(shown.comment);
  const isSame =
    before?.isLost === isLost && before.shown.is === shown.is && isOverIn(before.shown) === isOverIn(shown);
  if (before && isSame) return before;
  const row: CommentRow = { kind: "comment", path: shown.comment.path, shown, isLost };
  known.set(shown.comment, row);
  return row;
}

const isOverIn = (shown: ShownComment) => shown.is === "answered" && shown.isOver;

interface Places {
  /** The row of each line, by side and number, such as "new:12". */
  byLine: ReadonlyMap<string, number>;
  /** The rows that have this code, by side and code. */
  byCode: ReadonlyMap<string, readonly { at: number; line: number }[]>;
}

function placesIn(block: readonly SplitRow[]): Places {
  const byLine = new Map<string, number>();
  const byCode = new Map<string, { at: number; line: number }[]>();
  const note = (at: number, side: "old" | "new", line: DiffLine) => {
    const number = side === "old" ? line.before : line.after;
    if (number === null) return;
    byLine.set(`${side}:${number}`, at);
    const key = `${side}:${codeOf(line)}`;
    const before = byCode.get(key);
    if (before) before.push({ at, line: number });
    else byCode.set(key, [{ at, line: number }]);
  };
  for (const [at, { row }] of block.entries()) {
    if (row.kind === "line") for (const side of ["old", "new"] as const) note(at, side, row.line);
    if (row.kind !== "pair") continue;
    if (row.left) note(at, "old", row.left);
    if (row.right) note(at, "new", row.right);
  }
  return { byLine, byCode };
}

/** The hall takes at most this many characters of the code that a comment stands on. */
const mostOfCode = 2000;

export function codeOf({ content }: Pick<DiffLine, "content">): string {
  return content.replace(/\r$/, "").slice(0, mostOfCode).toWellFormed();
}

/** Returns the index of the row below which the comment belongs; `null` if its line is not in the diff. */
function placeOf({ is, comment }: ShownComment, places: Places): number | null {
  const { line, side, code } = comment;
  if (line === null) return 0;
  const exact = findExactly(comment, places);
  // A later attempt's diff counts its lines anew, so the code says more than the number does.
  const near = places.byCode.get(`${side}:${code}`) ?? [];
  const nearest = near.toSorted((one, other) => Math.abs(one.line - line) - Math.abs(other.line - line))[0];
  if (nearest && code.trim() !== "") return nearest.at;
  return is === "draft" || code === "" ? exact : null;
}

function findExactly({ line, side }: Pick<CommentPlace, "line" | "side">, places: Places): number | null {
  return line === null ? 0 : (places.byLine.get(`${side}:${line}`) ?? null);
}
