// Small numbers in words, as in a sentence, and a sentence's first letter.
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

/** More than this is said in digits. */
export const mostInWords = words.length - 1;

export function inWords(n: number): string {
  return words[n] ?? n.toLocaleString("en-US");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
