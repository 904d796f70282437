// Renders a timeline entry as lines of text: time, word, and the text beside it.
import { cutTo, padTo, printable, wrapTo } from "../../host/person/terminal.ts";
import { elapsed } from "./measures.ts";
import type { Paint } from "./paint.ts";
import type { TimelineLine } from "./commission/timeline-line.ts";

export interface EntryStyle {
  paint: Paint;
  /** The moment from which times are counted. */
  since: number;
  /** Columns; Infinity for one line per entry, as a pipe wants it. */
  width: number;
}

const timeColumns = 6;
const wordColumns = 10;
const indent = timeColumns + wordColumns + 4;

/** Below this width there is no room for the text beside time and word: then the text starts on its own line. */
const narrow = indent + 24;

export function entryLines(entry: TimelineLine, style: EntryStyle): string[] {
  const time = elapsed(Date.parse(entry.at) - style.since).padStart(timeColumns);
  const word = style.paint[entry.brush](padTo(entry.word, wordColumns));
  const head = `${style.paint.dim(time)}  ${word}  `;
  if (style.width < narrow) return [head.trimEnd(), ...stacked(entry, style)];
  const [first = "", ...rest] = textLines(entry, style.width - indent);
  return [(head + first).trimEnd(), ...rest.map((line) => (" ".repeat(indent) + line).trimEnd())];
}

function stacked(entry: TimelineLine, style: EntryStyle): string[] {
  return entry.text === "" ? [] : textLines(entry, Math.max(1, style.width - 2)).map((line) => `  ${line}`);
}

function textLines(entry: TimelineLine, width: number): string[] {
  const lines = printable(entry.text).split("\n").map(flat);
  if (entry.brief || width === Number.POSITIVE_INFINITY)
    return [cutTo(flat(lines.join(" ")), Math.min(width, 4000))];
  const said = lines.filter((line) => line !== "");
  return wrapTo(said.join("\n"), width);
}

function flat(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
