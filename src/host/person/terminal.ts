// Makes untrusted text safe for a terminal: characters that could control the terminal or hide from the
// reader become visible escapes. Lines are cut by the columns they take, not by their length.

// Matches every control but newline and tab, the invisible and direction-changing format characters, line separators
// that only some terminals obey, and halves of surrogate pairs. The format characters that are left out are visible
// (Arabic and Kaithi signs).
const visibleFormatMarks = "\\u0600-\\u0605\\u06dd\\u070f\\u0890\\u0891\\u08e2\\u{110bd}\\u{110cd}";
const unsafe = `(?![\\n\\t${visibleFormatMarks}])[\\p{Cc}\\p{Cf}\\p{Default_Ignorable_Code_Point}\\p{Zl}\\p{Zp}\\p{Cs}]`;

// Two invisible characters are parts of emoji and are not escaped there. One is the joiner between two
// pictographs; the other is the selector right after one, or between a digit and a keycap.
const emojiJoiner =
  "(?<=\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=\\p{Extended_Pictographic})";
const emojiSelector = "(?<=\\p{Extended_Pictographic})\\ufe0f|(?<=[0-9#*])\\ufe0f(?=\\u20e3)";
const finder = new RegExp(`${emojiJoiner}|${emojiSelector}|(${unsafe})`, "gu");

/**
 * Escapes unsafe characters. All text that a worker, a repository or a server wrote goes through this filter. Newlines
 * and tabs stay.
 */
export function printable(text: string): string {
  return text.replace(finder, (match, found: string | undefined) =>
    found === undefined ? match : visibleEscape(found),
  );
}

function visibleEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code <= 0xff) return `\\x${code.toString(16).padStart(2, "0")}`;
  if (code <= 0xffff) return `\\u${code.toString(16).padStart(4, "0")}`;
  return `\\u{${code.toString(16)}}`;
}

/**
 * Returns JSON that is safe to print: the same value, with JSON escapes for everything that `printable` would
 * escape.
 */
export function printableJson(value: unknown, indent?: number): string {
  const unsafeInStrings = new RegExp(`(?!\\n)${unsafe}`, "gu");
  return JSON.stringify(value, null, indent).replace(unsafeInStrings, jsonEscape);
}

function jsonEscape(character: string): string {
  let escaped = "";
  for (let at = 0; at < character.length; at++)
    escaped += `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`;
  return escaped;
}

/** Returns the columns that a printable text takes; colour sequences take none. */
export function columnsOf(text: string): number {
  return Bun.stringWidth(text);
}

/** Makes text printable, on one line, at most `width` columns; a text that is cut ends in an ellipsis. */
export function oneLine(text: string, width: number): string {
  const flat = printable(text).replace(/[\s]+/gu, " ").trim();
  return cutTo(flat, width);
}

/** Cuts a text that holds no colour sequences; wide characters count for two. */
export function cutTo(text: string, width: number): string {
  if (width <= 0) return "";
  if (columnsOf(text) <= width) return text;
  let kept = "";
  let used = 0;
  for (const { segment } of graphemes().segment(text)) {
    const columns = columnsOf(segment);
    if (used + columns > width - 1) break;
    kept += segment;
    used += columns;
  }
  return `${kept}…`;
}

let segmenter: Intl.Segmenter | undefined;

/** Made at its first use, because it takes a millisecond and few programs need it. */
function graphemes(): Intl.Segmenter {
  return (segmenter ??= new Intl.Segmenter(undefined, { granularity: "grapheme" }));
}

/** Pads with spaces to `width` columns. */
export function padTo(text: string, width: number): string {
  return text + " ".repeat(Math.max(0, width - columnsOf(text)));
}

/** Wraps at spaces to lines of at most `width` columns; a longer word is broken. */
export function wrapTo(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, Math.max(1, width)));
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(" ").flatMap((word) => pieces(word, width))) {
    const joined = current === "" ? word : `${current} ${word}`;
    if (columnsOf(joined) <= width) current = joined;
    else {
      lines.push(current);
      current = word;
    }
  }
  return [...lines, current];
}

function pieces(word: string, width: number): string[] {
  const found: string[] = [];
  let current = "";
  for (const { segment } of graphemes().segment(word)) {
    if (current !== "" && columnsOf(current + segment) > width) {
      found.push(current);
      current = "";
    }
    current += segment;
  }
  return [...found, current];
}
