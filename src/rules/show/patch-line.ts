// Finds a line of a file in its patch: the code that a comment stands on.

export interface PlaceInFile {
  /** Counted from 1. */
  line: number;
  /** `old`: the line is counted in the file as it was before the patch. */
  side: "old" | "new";
}

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Returns the text of the line; `undefined` if no hunk shows it. */
export function findLine(patch: string, { line, side }: PlaceInFile): string | undefined {
  const other = side === "new" ? "-" : "+";
  let at: number | undefined;
  for (const text of patch.split("\n")) {
    const head = hunkHead.exec(text);
    if (head) at = Number(side === "new" ? head[2] : head[1]);
    else if (at === undefined || text.startsWith(other) || text.startsWith("\\") || text === "") continue;
    else if (at === line) return text.slice(1);
    else at += 1;
  }
  return undefined;
}
