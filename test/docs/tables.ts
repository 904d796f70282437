// The tables of a document, as tests compare them with the code.
import { readFileSync } from "node:fs";

/** The rows of the first table after a text, as cells, without its head. */
export function tableAfter(path: string, start: string): string[][] {
  const text = readFileSync(path, "utf8");
  const at = text.indexOf(start);
  if (at < 0) throw new Error(`${path} does not have "${start}".`);
  const rest = text.slice(at + start.length).replace(/^[^\n]*\n/, "");
  const table = /(?:^|\n)((?:\|.*\n)+)/.exec(skipTableRows(rest))?.[1] ?? "";
  return table.trim().split("\n").slice(2).map(cellsOf);
}

/** Where the text stands in a table, the next table is meant. */
function skipTableRows(text: string): string {
  return text.replace(/^(?:\|.*\n)+/, "");
}

function cellsOf(row: string): string[] {
  return row
    .slice(1, -1)
    .split("|")
    .map((cell) => cell.trim());
}

export function codeIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
}
