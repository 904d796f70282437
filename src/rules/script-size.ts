// A script is parsed while everybody else waits, so one that would take long is refused by a look at its text.

const maxBrackets = 20_000;
const maxDepth = 200;
const maxLines = 20_000;

/** Why it is too much, or null. Brackets in quoted text count too: a bound, not a parser. */
export function tooMuchToParse(text: string): string | null {
  let [depth, brackets, lines] = [0, 0, 1];
  for (const character of text) {
    if (character === "\n") lines += 1;
    else if (character === "[" || character === "{") {
      brackets += 1;
      depth += 1;
    } else if (character === "]" || character === "}") depth = Math.max(0, depth - 1);
    if (depth > maxDepth) return `it nests deeper than ${maxDepth}`;
    if (brackets > maxBrackets) return `it has more than ${maxBrackets} brackets`;
    if (lines > maxLines) return `it has more than ${maxLines} lines`;
  }
  return null;
}
