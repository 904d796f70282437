// Scans a YAML text and refuses it if parsing would take long, because parsing blocks the event loop.

const maxBrackets = 20_000;
const maxDepth = 200;
const maxLines = 20_000;

/** Matches a line that begins with many dashes, such as "- - - -", because each dash nests one level deeper. */
const manyMarks = new RegExp(`^(?:[ \\t]*[-?](?=[ \\t])){${maxDepth + 1}}`, "m");

/**
 * Returns why the text is too large; `null` if it is not. Brackets in quoted text count too, because the scan does not
 * parse.
 */
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
