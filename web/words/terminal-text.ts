// Parses what a command printed: colours become pieces with a style, all other terminal codes are dropped. Pure.
import { plainWhole } from "./plain.ts";

export interface TerminalStyle {
  /** A colour of the theme; `null` for the normal one. */
  colour: TerminalColour | null;
  /** The colour of the ground; `null` for none. */
  ground: TerminalColour | null;
  bold: boolean;
  dim: boolean;
  italic: boolean;
  underlined: boolean;
}

/** The theme has four accents: every colour of a terminal is shown as the one that is closest in meaning. */
export type TerminalColour = "madder" | "verdigris" | "brass" | "indigo" | "faint";

export interface TerminalPiece {
  text: string;
  style: TerminalStyle;
}

export const normalStyle: TerminalStyle = {
  colour: null,
  ground: null,
  bold: false,
  dim: false,
  italic: false,
  underlined: false,
};

/** After this many changes of style the rest is shown without, so that hostile output stays cheap. */
const mostPieces = 5000;

/**
 * Finds colours and cursor moves, then operating system commands such as a window's title or a link, then other
 * escapes. Neighbouring parts match different characters, so that the pattern never backtracks far.
 */
// oxlint-disable-next-line no-control-regex
const codes =
  /(?:\x1b\[|\x9b)([0-?]{0,64})[ -/]{0,8}([@-~])|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)?|\x1b[ -/]?[@-Z\\^_c=>78]/g;

/** Splits at the line ends that `findFirstFailure` counts. */
const lineEnd = /\r\n|[\n\r]/;

/** Returns the lines of the output, each in pieces of one style. A style lasts until it changes, across lines. */
export function terminalLines(text: string): readonly (readonly TerminalPiece[])[] {
  let style = normalStyle;
  let left = mostPieces;
  return text.split(lineEnd).map((line) => {
    const pieces: TerminalPiece[] = [];
    const put = (part: string) => {
      if (part !== "") pieces.push({ text: plainWhole(part).replaceAll("\n", "␤"), style });
    };
    let at = 0;
    for (const match of line.matchAll(codes)) {
      put(line.slice(at, match.index));
      at = match.index + match[0].length;
      if (match[2] !== "m") continue;
      left -= 1;
      style = left > 0 ? styleAfter(style, match[1] ?? "") : normalStyle;
    }
    put(line.slice(at));
    return joined(pieces);
  });
}

/** Joins neighbours that look the same. */
function joined(pieces: readonly TerminalPiece[]): readonly TerminalPiece[] {
  if (pieces.length < 2) return pieces;
  const all: TerminalPiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (last && last.style === piece.style) all[all.length - 1] = { ...last, text: last.text + piece.text };
    else all.push(piece);
  }
  return all;
}

function styleAfter(before: TerminalStyle, parameters: string): TerminalStyle {
  const numbers = parameters.split(/[;:]/).map((each) => (each === "" ? 0 : Number(each)));
  let style = before;
  for (let at = 0; at < numbers.length; at += 1) {
    const number = numbers[at] ?? 0;
    if (number === 38 || number === 48) {
      const { colour, used } = extended(numbers, at + 1);
      style = number === 38 ? { ...style, colour } : { ...style, ground: colour };
      at += used;
    } else style = simple(style, number);
  }
  return isSame(style, before) ? before : isSame(style, normalStyle) ? normalStyle : style;
}

function isSame(one: TerminalStyle, other: TerminalStyle): boolean {
  return (Object.keys(normalStyle) as (keyof TerminalStyle)[]).every((key) => one[key] === other[key]);
}

function simple(style: TerminalStyle, number: number): TerminalStyle {
  if (number === 0) return normalStyle;
  if (number === 1) return { ...style, bold: true };
  if (number === 2) return { ...style, dim: true };
  if (number === 3) return { ...style, italic: true };
  if (number === 4) return { ...style, underlined: true };
  if (number === 22) return { ...style, bold: false, dim: false };
  if (number === 23) return { ...style, italic: false };
  if (number === 24) return { ...style, underlined: false };
  if (number === 39) return { ...style, colour: null };
  if (number === 49) return { ...style, ground: null };
  if (number >= 30 && number <= 37) return { ...style, colour: basic[number - 30] ?? null };
  if (number >= 90 && number <= 97)
    return { ...style, colour: number === 90 ? "faint" : (basic[number - 90] ?? null) };
  if (number >= 40 && number <= 47) return { ...style, ground: basic[number - 40] ?? null };
  if (number >= 100 && number <= 107) return { ...style, ground: basic[number - 100] ?? null };
  return style;
}

/** Black and white are the normal colour, because the theme may be light or dark. */
const basic: readonly (TerminalColour | null)[] = [
  null,
  "madder",
  "verdigris",
  "brass",
  "indigo",
  "indigo",
  "indigo",
  null,
];

/** Reads a colour of the palette, "5;n", or one with its parts, "2;red;green;blue". */
function extended(numbers: readonly number[], at: number): { colour: TerminalColour | null; used: number } {
  if (numbers[at] === 5) return { colour: ofPalette(numbers[at + 1] ?? 0), used: 2 };
  if (numbers[at] !== 2) return { colour: null, used: 0 };
  const [red = 0, green = 0, blue = 0] = numbers.slice(at + 1, at + 4);
  return { colour: nearest(red, green, blue), used: 4 };
}

function ofPalette(number: number): TerminalColour | null {
  if (number < 16) return number === 8 ? "faint" : (basic[number % 8] ?? null);
  if (number >= 232) return number < 244 ? "faint" : null;
  const cube = number - 16;
  return nearest(51 * Math.floor(cube / 36), 51 * (Math.floor(cube / 6) % 6), 51 * (cube % 6));
}

function nearest(red: number, green: number, blue: number): TerminalColour | null {
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  if (most - least < 40) return most > 60 && most < 170 ? "faint" : null;
  if (blue === most) return "indigo";
  if (red === most) return green > 0.55 * red ? "brass" : "madder";
  return red > 0.75 * green ? "brass" : "verdigris";
}
