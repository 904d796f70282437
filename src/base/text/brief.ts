// Shortens texts from outside, such as titles, messages and a worker's words, to fit into one line of a list or
// message.

/** Returns the text on one line, cut to `most` characters. */
export function brief(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line;
}
