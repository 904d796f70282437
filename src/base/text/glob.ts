// Matches globs against titles and file paths. A star matches any characters, even slashes, and case does not
// matter. Patterns come from outside, and one pattern could block a backtracking matcher for hours. So the
// time per pattern is at most proportional to the product of both lengths.

export type Matcher = (text: string) => boolean;

type Token =
  | { kind: "any" }
  | { kind: "one" }
  | { kind: "literal"; text: string }
  | { kind: "set"; not: boolean; ranges: [string, string][] };

const maxAlternatives = 64;

/**
 * Compiles a pattern: `*` matches anything, `?` one character, `[a-z]` and `[!a-z]` one of a set, `{a,b}` either text,
 * and a backslash makes the next character literal.
 */
export function compileGlob(pattern: string): Matcher {
  return compileGlobs([pattern]);
}

/** Returns a matcher for texts that match at least one of the patterns. */
export function compileGlobs(patterns: readonly string[]): Matcher {
  const alternatives = patterns.flatMap((pattern) => expandBraces(fold(pattern)).map(tokenize));
  const tried = alternatives.map((tokens) => ({ tokens, end: literalEnd(tokens) }));
  return (text) => {
    const folded = fold(text);
    // A cheap test first: most texts of a long list do not end as the pattern does.
    const left = tried.filter(({ end }) => folded.endsWith(end));
    if (left.length === 0) return false;
    const characters = Array.from(folded);
    return left.some(({ tokens }) => matches(tokens, characters));
  };
}

/** Returns the literal characters after the last token of another kind. */
function literalEnd(tokens: readonly Token[]): string {
  const from = tokens.findLastIndex(({ kind }) => kind !== "literal") + 1;
  return tokens
    .slice(from)
    .map((token) => (token.kind === "literal" ? token.text : ""))
    .join("");
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/**
 * Expands the innermost braces first, so that they may nest. Beyond `maxAlternatives` the remaining braces are taken
 * literally.
 */
function expandBraces(pattern: string): string[] {
  let patterns = [pattern];
  for (;;) {
    const next = patterns.flatMap(expandFirst);
    if (next.length === patterns.length || next.length > maxAlternatives) return patterns;
    patterns = next;
  }
}

function expandFirst(pattern: string): string[] {
  const found = /(?<!\\)\{([^{}]*,[^{}]*)(?<!\\)\}/.exec(pattern);
  if (!found) return [pattern];
  const [before, after] = [pattern.slice(0, found.index), pattern.slice(found.index + found[0].length)];
  return (found[1] ?? "").split(",").map((choice) => `${before}${choice}${after}`);
}

function tokenize(pattern: string): Token[] {
  const tokens: Token[] = [];
  const characters = Array.from(pattern);
  for (let i = 0; i < characters.length; i += 1) {
    const character = characters[i] ?? "";
    const set = character === "[" ? readSet(characters, i) : undefined;
    if (set) {
      tokens.push(set.token);
      i = set.end;
    } else if (character === "*") {
      if (tokens.at(-1)?.kind !== "any") tokens.push({ kind: "any" });
    } else if (character === "?") tokens.push({ kind: "one" });
    else if (character === "\\" && i + 1 < characters.length)
      tokens.push({ kind: "literal", text: characters[(i += 1)] ?? "" });
    else tokens.push({ kind: "literal", text: character });
  }
  return tokens;
}

/** Reads a set such as `[a-z]`. `undefined` if the bracket is never closed: it is then a character like any other. */
function readSet(characters: readonly string[], start: number): { token: Token; end: number } | undefined {
  const not = characters[start + 1] === "!" || characters[start + 1] === "^";
  const first = start + (not ? 2 : 1);
  const end = characters.indexOf("]", first + 1);
  if (end === -1) return undefined;
  const ranges: [string, string][] = [];
  for (let i = first; i < end; i += 1) {
    const [from = "", dash, to = ""] = characters.slice(i, i + 3);
    const isRange = dash === "-" && i + 2 < end;
    ranges.push([from, isRange ? to : from]);
    if (isRange) i += 2;
  }
  return { token: { kind: "set", not, ranges }, end };
}

/** Backtracks to the latest star only: whatever an earlier star matched, the later one can match too. */
function matches(tokens: readonly Token[], characters: readonly string[]): boolean {
  let [token, at, star, resume] = [0, 0, -1, 0];
  while (at < characters.length) {
    const current = tokens[token];
    if (current?.kind === "any") {
      star = token;
      resume = at;
      token += 1;
    } else if (current && accepts(current, characters[at] ?? "")) {
      token += 1;
      at += 1;
    } else if (star !== -1) {
      resume += 1;
      at = resume;
      token = star + 1;
    } else return false;
  }
  return tokens.slice(token).every((left) => left.kind === "any");
}

function accepts(token: Token, character: string): boolean {
  switch (token.kind) {
    case "any":
    case "one":
      return true;
    case "literal":
      return token.text === character;
    case "set":
      return token.ranges.some(([from, to]) => from <= character && character <= to) !== token.not;
  }
}
