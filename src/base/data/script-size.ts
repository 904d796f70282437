// Refuses a script that would take long to parse, by a scan of its text, because parsing blocks the event loop.

const maxBrackets = 20_000;
const maxDepth = 200;
const maxLines = 20_000;

/** A line that begins "- - - -" nests as deep as it has marks. */
const manyMarks = new RegExp(`^(?:[ \\t]*[-?](?=[ \\t])){${maxDepth + 1}}`, "m");

/** Returns why the text is too large, or `null`. Brackets in quoted text count too: this is a bound, not a parser. */
export function tooMuchToParse(text: string): string | null {
  if (manyMarks.test(text)) return `it nests deeper than ${maxDepth}`;
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
