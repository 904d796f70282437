// Finds where a text stops being JSON, because the error of the JavaScript engine says what is wrong but not where.

type Expected = "value" | "value or end" | "key" | "key or end" | "colon" | "comma or end";

const blanks = /[ \t\n\r]*/y;
const tokens =
  /([{}[\],:])|("(?:[^"\\\x00-\x1f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*")|(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

/**
 * Returns the position of the first invalid or misplaced token, or of the end of the text if it is cut short.
 */
export function jsonFaultAt(text: string): { line: number; column: number } {
  const open: string[] = [];
  let expects: Expected | null = "value";
  let at = 0;
  while (expects !== null) {
    at = endOf(blanks, text, at)?.at ?? at;
    const token = endOf(tokens, text, at);
    expects = token && next({ expects, open, kind: token.kind });
    if (token !== null && expects !== null) at = token.at;
  }
  const before = text.slice(0, at).split("\n");
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}

function endOf(pattern: RegExp, text: string, at: number): { at: number; kind: string } | null {
  pattern.lastIndex = at;
  const found = pattern.exec(text);
  if (found === null) return null;
  return { at: pattern.lastIndex, kind: found[1] ?? (found[2] === undefined ? "word" : "text") };
}

interface Step {
  expects: Expected;
  /** The closing brackets still expected. */
  open: string[];
  kind: string;
}

/** Returns what is expected after the token; `null` if the token is not allowed there. */
function next({ expects, open, kind }: Step): Expected | null {
  if (expects === "colon") return kind === ":" ? "value" : null;
  if (expects.endsWith("or end") && kind === open.at(-1)) {
    open.pop();
    return "comma or end";
  }
  if (expects === "comma or end") {
    if (kind !== "," || open.length === 0) return null;
    return open.at(-1) === "}" ? "key" : "value";
  }
  if (expects.startsWith("key")) return kind === "text" ? "colon" : null;
  return beginValue(open, kind);
}

function beginValue(open: string[], kind: string): Expected | null {
  if (kind === "text" || kind === "word") return "comma or end";
  if (kind !== "{" && kind !== "[") return null;
  open.push(kind === "{" ? "}" : "]");
  return kind === "{" ? "key or end" : "value or end";
}
