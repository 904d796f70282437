// Quotes a word that a server sent, for use in the hall's own sentence. A word that is longer than a name or
// has spaces is not repeated. The worker is told where a page's text begins and ends, and a server's words
// outside that text would look like the hall's.

export function strangeWord(word: string): string {
  return /^[\w.+/-]{1,60}$/.test(word) ? `"${word}"` : "something that has no known name";
}
