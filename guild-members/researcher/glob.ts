// Matches glob patterns against descriptions, which are plain text, not paths: `*` also matches slashes and
// dots, and case does not matter. Patterns are untrusted, so matching takes at most O(pattern × text). The
// regular expressions of the usual glob libraries can backtrack for hours.

type Part = "any" | "one" | ((character: string) => boolean);

const mostChoices = 64;

/**
 * Supports `*` (anything), `?` (one character), `[a-z]` and `[!a-z]` (one of a set), `{a,b}` (either), and `\` (escapes
 * the next character).
 */
export function compileGlob(pattern: string): (text: string) => boolean {
  const choices = spread(fold(pattern)).map(partsOf);
  return (text) => {
    const characters = Array.from(fold(text));
    return choices.some((parts) => fits(parts, characters));
  };
}

/** Normalises case and accents: an accented letter may be written as one character or as two. */
function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** Returns one pattern for each choice in braces. Beyond `mostChoices`, remaining braces are literal. */
function spread(pattern: string): string[] {
  let patterns = [pattern];
  for (;;) {
    const next = patterns.flatMap(spreadInnermost);
    if (next.length === patterns.length || next.length > mostChoices) return patterns;
    patterns = next;
  }
}

function spreadInnermost(pattern: string): string[] {
  const braces = /(?<!\\)\{[^{}]*,[^{}]*(?<!\\)\}/.exec(pattern);
  if (!braces) return [pattern];
  const end = braces.index + braces[0].length;
  const choices = braces[0].slice(1, -1).split(",");
  return choices.map((choice) => pattern.slice(0, braces.index) + choice + pattern.slice(end));
}

function partsOf(pattern: string): Part[] {
  const parts: Part[] = [];
  const left = Array.from(pattern);
  for (let next = left.shift(); next !== undefined; next = left.shift()) {
    if (next === "*") parts.push("any");
    else if (next === "?") parts.push("one");
    else
      parts.push((next === "[" && takeSet(left)) || literal(next === "\\" ? (left.shift() ?? next) : next));
  }
  return parts;
}

function literal(wanted: string): Part {
  return (character) => character === wanted;
}

/**
 * Takes the set that follows an open bracket. Returns `undefined` if the set is never closed: then the bracket is
 * literal.
 */
function takeSet(left: string[]): Part | undefined {
  const isNot = left[0] === "!" || left[0] === "^";
  const first = isNot ? 1 : 0;
  const end = left.indexOf("]", first + 1); // a leading "]" is a member of the set
  if (end === -1) return undefined;
  const members = left.splice(0, end + 1).slice(first, -1);
  const ranges = rangesOf(members);
  return (character) => ranges.some(([from, to]) => from <= character && character <= to) !== isNot;
}

function rangesOf(members: readonly string[]): [string, string][] {
  const ranges: [string, string][] = [];
  for (let i = 0; i < members.length; i += 1) {
    const [from = "", dash, to] = members.slice(i, i + 3);
    ranges.push(dash === "-" && to !== undefined ? [from, to] : [from, from]);
    if (dash === "-" && to !== undefined) i += 2;
  }
  return ranges;
}

/** Backtracks to the latest star only, because a later star can match whatever an earlier one did. */
function fits(parts: readonly Part[], characters: readonly string[]): boolean {
  let [part, at, star, retry] = [0, 0, -1, 0];
  while (at < characters.length) {
    const wanted = parts[part];
    if (wanted === "any") {
      [star, retry] = [part, at];
      part += 1;
    } else if (wanted === "one" || wanted?.(characters[at] ?? "")) {
      part += 1;
      at += 1;
    } else if (star !== -1) {
      retry += 1;
      [part, at] = [star + 1, retry];
    } else return false;
  }
  return parts.slice(part).every((left) => left === "any");
}
