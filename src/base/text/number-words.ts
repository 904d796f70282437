// Writes small numbers as words, and capitalises the first letter of a sentence.
const words: readonly string[] = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];

/** Larger numbers are written in digits. */
export const mostInWords = words.length - 1;

export function inWords(n: number): string {
  return words[n] ?? n.toLocaleString("en-US");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
