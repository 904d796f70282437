// Text of workers, repositories and commands as the page may show it: nothing in it is invisible, turns the direction of
// reading, or is meant for a terminal. Pure.

/** Colours and moves of the cursor: they say nothing. Whatever else an escape begins is shown with a mark for it. */
const steering = /(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]/g;
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

// Two invisible characters are part of how emoji are spelt: the joiner between two of them, and the selector after one.
const spelling =
  "(?<=\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=\\p{Extended_Pictographic})" +
  "|(?<=\\p{Extended_Pictographic})\\ufe0f|(?<=[0-9#*])\\ufe0f(?=\\u20e3)";
const unseen = "(?![\\n\\t])[\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u061c\\ufff9-\\ufffb]";
const finder = new RegExp(`${spelling}|(${unseen})`, "gu");
/** Most text needs no second look. */
const isSuspect = /[^\n\t\x20-\x7e]/;

/** Lines stay lines, tabs stay tabs. */
export function plain(text: string): string {
  return isSuspect.test(text) ? shown(text.replace(lineEnds, "\n").replace(steering, "")) : text;
}

/** The same for what is judged character by character, such as code: nothing of it is left out. */
export function plainWhole(text: string): string {
  return isSuspect.test(text) ? shown(text.replace(lineEnds, "\n")) : text;
}

function shown(text: string): string {
  return text.replace(finder, (match, found: string | undefined) =>
    found === undefined ? match : marked(found),
  );
}

/** On one line. */
export function plainLine(text: string): string {
  return plain(text).replace(/\s+/g, " ").trim();
}

/** On one line, and no more of it than can be read at a glance. */
export function plainCut(text: string, most: number): string {
  const line = plainLine(text.slice(0, 4 * most));
  return line.length > most ? `${line.slice(0, most).toWellFormed().trimEnd()}…` : line;
}

function marked(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  if (code === 0x7f) return "\u2421";
  return `‹U+${code.toString(16).toUpperCase().padStart(4, "0")}›`;
}
