// Lays out a table as lines of aligned columns.
import { columnsOf, cutTo, padTo } from "../../host/person/terminal.ts";
import type { Paint } from "./paint.ts";

export interface Cell {
  /** Printable, on one line. */
  text: string;
  brush?: (text: string) => string;
}

export interface TextTable {
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
}

const gap = 2;

export function tableLines(table: TextTable, style: { paint: Paint; width: number }): string[] {
  const widths = fitting(columnWidths(table), style.width);
  const head = table.head.map((title) => ({ text: title, brush: style.paint.dim }));
  return [head, ...table.rows].map((row) => rowLine(row, widths));
}

/** Returns how many characters of a line are left for the last cell of each row. */
export function roomForLast(table: TextTable, width: number): number {
  const others = columnWidths(table).slice(0, -1);
  return others.reduce((left, column) => left - column - gap, width);
}

function columnWidths({ head, rows }: TextTable): number[] {
  return head.map((title, column) =>
    rows.reduce((widest, row) => Math.max(widest, columnsOf(row[column]?.text ?? "")), columnsOf(title)),
  );
}

/**
 * Returns the width of each column. From left to right, each takes what it needs of the remaining room, so
 * that no row is too wide.
 */
function fitting(wanted: readonly number[], room: number): number[] {
  let left = room;
  return wanted.map((width) => {
    const given = Math.max(0, Math.min(width, left));
    left -= given + gap;
    return given;
  });
}

function rowLine(row: readonly Cell[], widths: readonly number[]): string {
  const shown = row.filter((_, column) => (widths[column] ?? 0) > 0);
  const cells = shown.map(({ text, brush }, column) => {
    const cut = cutTo(text, widths[column] ?? 0);
    const padded = column === shown.length - 1 ? cut : padTo(cut, widths[column] ?? 0);
    return brush === undefined ? padded : brush(padded);
  });
  return cells.join(" ".repeat(gap)).trimEnd();
}
