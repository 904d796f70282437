// Makes the text of workers, repositories and commands safe to show: nothing in it stays invisible, changes the reading
// direction or controls a terminal. Pure.

/** Terminal colours and cursor moves, which carry no text. Other escape characters are made visible. */
const steering = /(?:\x1b\[|\x9b)[0-?]{0,64}[ -/]{0,8}[@-~]/g;
const lineEnds = /\r\n?|[\v\f\u0085\u2028\u2029]/g;

// Two invisible characters are part of how emoji are spelt: the joiner between two emoji, and the selector after one.
const spelling =
  "(?<=\\p{Extended_Pictographic}\\ufe0f?|\\p{Emoji_Modifier})\\u200d(?=\\p{Extended_Pictographic})" +
  "|(?<=\\p{Extended_Pictographic})\\ufe0f|(?<=[0-9#*])\\ufe0f(?=\\u20e3)";
const unseen = "(?![\\n\\t])[\\p{Cc}\\p{Cs}\\p{Default_Ignorable_Code_Point}\\u061c\\ufff9-\\ufffb]";
const finder = new RegExp(`${spelling}|(${unseen})`, "gu");
/** Most text is plain ASCII and needs no replacement. */
const isSuspect = /[^\n\t\x20-\x7e]/;

/** Removes terminal colours and cursor moves, and makes invisible characters visible. Keeps line breaks and tabs. */
export function plain(text: string): string {
  return isSuspect.test(text) ? shown(text.replace(lineEnds, "\n").replace(steering, "")) : text;
}

/** Does the same for text that is judged character by character, such as code, but removes nothing. */
export function plainWhole(text: string): string {
  return isSuspect.test(text) ? shown(text.replace(lineEnds, "\n")) : text;
}

function shown(text: string): string {
  return text.replace(finder, (match, found: string | undefined) =>
    found === undefined ? match : marked(found),
  );
}

/** Returns the text on one line. */
export function plainLine(text: string): string {
  return plain(text).replace(/\s+/g, " ").trim();
}

/** Returns the text on one line, truncated to `most` characters. */
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
