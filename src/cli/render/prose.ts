// Wraps a worker's markdown to the window: prose is wrapped between words, and preformatted lines stay as they are.
import { columnsOf } from "../../host/person/terminal.ts";

const fence = /^ {0,3}(`{3,}|~{3,})/;
const shaped = /^(?: {4}|\t| {0,3}\|)/;
const listed = /^\s*(?:[-*+]|\d{1,3}[.)])\s/;
/** Matches the marker of a list item: a wrapped line continues below the text, not below the marker. */
const leading = /^\s*(?:(?:[-*+]|\d{1,3}[.)])\s+(?:\[[ xX]\]\s+)?)?/;
const quoting = /^ {0,3}(?:> ?)+/;
const heading = /^ {0,3}#{1,6} /;
/** A line that does not continue the sentence above it: a quote, a heading, a rule or an underline. */
const beginning = /^ {0,3}(?:>|#{1,6} |-{3,}|={3,}|\*{3,}|_{3,})/;
/** Two spaces or a backslash at the end ask for a line break. */
const ending = /(?: {2}|\\)$/;

interface Piece {
  text: string;
  isProse: boolean;
}

/** Returns the text as lines. If the width is Infinity, the text stays unchanged. */
export function proseLines(text: string, width: number): string[] {
  if (width === Number.POSITIVE_INFINITY) return text.split("\n");
  return piecesOf(text)
    .reduce((done, piece) => joinedTo(done, { piece, width }), [] as Piece[])
    .flatMap((piece) => (piece.isProse ? wrapped(piece.text, width) : [piece.text]));
}

function piecesOf(text: string): Piece[] {
  let open: string | undefined;
  return text.split("\n").map((line) => {
    const mark = fence.exec(line)?.[1];
    const isCode = open !== undefined || mark !== undefined;
    if (open === undefined) open = mark;
    else if (mark?.startsWith(open)) open = undefined;
    return { text: line, isProse: !isCode && !isShaped(line) };
  });
}

/** Returns true for a preformatted line. A nested list is indented like code, but it is prose. */
function isShaped(line: string): boolean {
  return shaped.test(line) && !listed.test(line);
}

/**
 * Joins a line that has to be wrapped with the line that continues its sentence. Otherwise the rest of the
 * wrapped line would be left on a short line.
 */
function joinedTo(done: Piece[], { piece, width }: { piece: Piece; width: number }): Piece[] {
  const above = done.at(-1);
  if (above && columnsOf(above.text) > width && goesOn(above, piece))
    above.text += ` ${piece.text.trimStart()}`;
  else done.push(piece);
  return done;
}

function goesOn(above: Piece, { text, isProse }: Piece): boolean {
  if (!above.isProse || heading.test(above.text) || quoting.test(above.text) || ending.test(above.text))
    return false;
  return isProse && text.trim() !== "" && !listed.test(text) && !beginning.test(text);
}

function wrapped(line: string, width: number): string[] {
  if (columnsOf(line) <= width) return [line];
  const quote = quoting.exec(line)?.[0];
  const start = quote ?? leading.exec(line)?.[0] ?? "";
  const below = quote ?? " ".repeat(columnsOf(start));
  const [first = "", ...rest] = line.slice(start.length).split(" ");
  const lines: string[] = [];
  let current = start + first;
  for (const word of rest) {
    const joined = `${current} ${word}`;
    if (columnsOf(joined) > width) {
      lines.push(current.trimEnd());
      current = below + word;
    } else current = joined;
  }
  return [...lines, current];
}
