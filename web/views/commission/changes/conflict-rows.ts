// The rows of a diff whose work could not be merged: the files in conflict first, as each side changed them. Pure.
import type {
  ChangedFile,
  CommissionConflict,
  CommissionDiff,
} from "../../../../src/contract/commission/diff.ts";
import { type DiffRow, diffRows, type DiffChoice } from "./diff-lines.ts";

/** `other`: on the branch that it goes to. `own`: by the commission, since the two parted. `work`: what else it changed. */
export type Side = "other" | "own" | "work";

export interface SidedRow {
  side: Side;
  row: DiffRow;
}

export interface SidesShown {
  turned: Readonly<Record<Side, DiffChoice["turned"]>>;
  alone: DiffChoice["alone"];
}

export interface ConflictSides {
  diff: CommissionDiff;
  /** null: it is not in conflict, or not known. */
  conflict: CommissionConflict | null;
}

export function sidedRows({ diff, conflict }: ConflictSides, { turned, alone }: SidesShown): SidedRow[] {
  const rowsOf = (files: readonly ChangedFile[], side: Side) =>
    diffRows({ files: [...files] }, { turned: turned[side], alone }).map((row) => ({ side, row }));
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

interface SidedFile {
  side: "other" | "own";
  file: ChangedFile;
}

/** One that was renamed may be in conflict under both its names: it is shown once. */
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
