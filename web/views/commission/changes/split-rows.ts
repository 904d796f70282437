// Turns the rows of a diff into rows that show both sides beside each other. Pure.
import type { DiffLine, DiffRow } from "./diff-lines.ts";
import type { SidedRow } from "./conflict-rows.ts";

/** The lines of both sides in one row; `null` on a side that has no line there. */
export interface PairRow {
  kind: "pair";
  path: string;
  at: number;
  left: DiffLine | null;
  right: DiffLine | null;
}

export interface SplitRow {
  side: SidedRow["side"];
  row: DiffRow | PairRow;
}

/** The row of each line, made once, so that unchanged rows are not drawn again. */
const known = new WeakMap<DiffLine, PairRow>();

export function splitRows(rows: readonly SidedRow[]): SplitRow[] {
  const split: SplitRow[] = [];
  for (let at = 0; at < rows.length;) {
    const sided = rows[at];
    if (!sided) break;
    if (sided.row.kind !== "line") {
      split.push(sided);
      at += 1;
      continue;
    }
    const end = endOfRun(rows, at);
    pairsOf(rows.slice(at, end), split);
    at = end;
  }
  return split;
}

/** Returns the index after the last of the lines from `at` on that follow each other. */
function endOfRun(rows: readonly SidedRow[], at: number): number {
  let end = at;
  while (rows[end]?.row.kind === "line") end += 1;
  return end;
}

function pairsOf(run: readonly SidedRow[], split: SplitRow[]): void {
  for (const { side, row } of run) {
    if (row.kind !== "line") continue;
    const { line, path, at } = row;
    // The line that replaces a deleted one is shown in the row of that one.
    if (line.change === "insert" && line.pair !== null) continue;
    const kept = known.get(line);
    const made = kept ?? { kind: "pair" as const, path, at, ...sidesOf(line) };
    known.set(line, made);
    split.push({ side, row: made });
  }
}

function sidesOf(line: DiffLine): Pick<PairRow, "left" | "right"> {
  switch (line.change) {
    case "normal":
      return { left: line, right: line };
    case "delete":
      return { left: line, right: line.pair };
    case "insert":
      return { left: null, right: line };
  }
}
