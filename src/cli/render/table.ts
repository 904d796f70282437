// Aligned columns; the last one takes the room that is left.
import { columnsOf, cutTo, padTo } from "../../host/terminal.ts";
import type { Paint } from "./paint.ts";

export interface Cell {
  /** Printable, on one line. */
  text: string;
  brush?: (text: string) => string;
}

export interface Table {
  head: readonly string[];
  rows: readonly (readonly Cell[])[];
}

export function tableLines(table: Table, style: { paint: Paint; width: number }): string[] {
  const widths = table.head.map((title, column) =>
    Math.max(columnsOf(title), ...table.rows.map((row) => columnsOf(row[column]?.text ?? ""))),
  );
  const fixed = widths.slice(0, -1).reduce((sum, width) => sum + width + 2, 0);
  widths[widths.length - 1] = Math.max(12, style.width - fixed);
  const head = table.head.map((title) => ({ text: title, brush: style.paint.dim }));
  return [head, ...table.rows].map((row) => rowLine(row, widths));
}

function rowLine(row: readonly Cell[], widths: readonly number[]): string {
  const cells = row.map(({ text, brush }, column) => {
    const cut = cutTo(text, widths[column] ?? 0);
    const padded = column === row.length - 1 ? cut : padTo(cut, widths[column] ?? 0);
    return brush === undefined ? padded : brush(padded);
  });
  return cells.join("  ").trimEnd();
}
