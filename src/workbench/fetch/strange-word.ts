// A word that a server sent, where the hall's own sentence has to name it. What is longer than a name, or has spaces in
// it, is not repeated: outside the page's marks a stranger's words would pass for the hall's.

export function strangeWord(word: string): string {
  return /^[\w.+/-]{1,60}$/.test(word) ? `"${word}"` : "something that has no known name";
}
