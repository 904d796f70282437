// Builds the diff rows of work that could not be merged: conflicting files first, as each side changed them. Pure.
import type {
  ChangedFile,
  CommissionConflict,
  CommissionDiff,
} from "../../../../src/contract/commission/diff.ts";
import { type DiffRow, diffRows, type DiffChoice } from "./diff-lines.ts";

/**
 * `other`: changes on the target branch. `own`: the commission's changes to the same files. `work`: the commission's
 * changes to other files.
 */
export type Side = "other" | "own" | "work";

export interface SidedRow {
  side: Side;
  row: DiffRow;
}

export interface SidesShown {
  turned: Readonly<Record<Side, DiffChoice["turned"]>>;
  alone: DiffChoice["alone"];
  viewed: DiffChoice["viewed"];
}

export interface ConflictSides {
  diff: Pick<CommissionDiff, "files">;
  /** `null` if there is no conflict, or if it is not known. */
  conflict: CommissionConflict | null;
}

export function sidedRows(
  { diff, conflict }: ConflictSides,
  { turned, alone, viewed }: SidesShown,
): SidedRow[] {
  const rowsOf = (files: readonly ChangedFile[], side: Side) =>
    diffRows(
      { files: [...files] },
      { turned: turned[side], alone, viewed: side === "other" ? none : viewed },
    ).map((row) => ({ side, row }));
  const torn = filesOf(conflict);
  const shown = new Set(torn.flatMap(({ side, file }) => (side === "own" ? [file.path] : [])));
  return [
    ...torn.flatMap(({ side, file }) => rowsOf([file], side)),
    ...rowsOf(
      diff.files.filter(({ path }) => !shown.has(path)),
      "work",
    ),
  ];
}

const none: DiffChoice["viewed"] = new Set();

interface SidedFile {
  side: "other" | "own";
  file: ChangedFile;
}

/** Lists the files in conflict, per side. A renamed file may conflict under both names but is listed once. */
export function filesOf(conflict: CommissionConflict | null): SidedFile[] {
  const seen = new Set<string>();
  return (conflict?.files ?? []).flatMap((both) =>
    (["other", "own"] as const).flatMap((side) => {
      const file = both[side];
      if (file === null || seen.has(`${side} ${file.path}`)) return [];
      seen.add(`${side} ${file.path}`);
      return [{ side, file }];
    }),
  );
}
