// Describes what a patch says about a file besides its lines: its mode, a missing newline, or that nothing changed.
// Pure.
import type { File } from "gitdiff-parser";
import type { ChangedFile } from "../../../../src/contract/commission/diff.ts";
import { plainLine } from "../../../words/plain.ts";

const kinds: Readonly<Record<string, string>> = {
  "100644": "a plain file",
  "100755": "an executable",
  "120000": "a symbolic link",
  "160000": "a commit of another repository",
};

const kindOf = (mode = "unknown") => kinds[mode] ?? `a file of mode ${mode}`;

/** Describes a change of the file's mode, which its lines do not show. */
export function besidesLines({ change }: ChangedFile, patch: string): string[] {
  const [before, after] = [modeIn(patch, "old mode"), modeIn(patch, "new mode")];
  if (before !== undefined && after !== undefined)
    return [`It was ${kindOf(before)}, and is ${kindOf(after)} now.`];
  const made = modeIn(patch, "new file mode");
  if (change === "type") return [`It is ${kindOf(made)} now.`];
  return change === "added" && made !== "100644" ? [`It is ${kindOf(made)}.`] : [];
}

/**
 * Finds a mode in the patch's header. No content line starts like this, because each begins with "+", "-" or a space.
 */
function modeIn(patch: string, word: string): string | undefined {
  const at = patch.indexOf(`\n${word} `);
  return at === -1 ? undefined : /\d+/.exec(patch.slice(at, at + 40))?.[0];
}

/** Says what changed about the newline at the end of the file, which the lines themselves do not show. */
export function endWords({ type, hunks, oldEndingNewLine, newEndingNewLine }: File): string[] {
  if (hunks.length === 0 || (oldEndingNewLine && newEndingNewLine)) return [];
  if (type === "delete") return ["There was no newline at its end."];
  if (newEndingNewLine) return ["There is a newline at its end now."];
  return oldEndingNewLine && type !== "add"
    ? ["There is no newline at its end any more."]
    : ["There is no newline at its end."];
}

/** Describes a file that has no lines to show. */
export function wordOf({ change, from, additions }: ChangedFile): string {
  if (additions === null) return "It is not text.";
  if (change === "renamed") return `Renamed from ${plainLine(from ?? "elsewhere")}; nothing in it changed.`;
  if (change === "deleted") return "It was empty.";
  return change === "added" ? "It is empty." : "Nothing in it changed.";
}
