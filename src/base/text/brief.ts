// Somebody's words in a line of our own: titles, messages, what a worker said.

/** One line, and not all of it. */
export function brief(text: string, most: number): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length > most ? `${line.slice(0, most).toWellFormed()}…` : line;
}
