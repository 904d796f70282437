// Completes the paths that a person names with "@" in a task: finds the word at the caret, says which paths fit it,
// and puts the chosen path into the task, so that `pathsIn` finds it there.
import { pathsIn } from "./named-in-task.ts";

export interface NamedWord {
  /** The place of the "@" in the task. */
  start: number;
  /** The place of the caret, which is where the word ends. */
  end: number;
  /** The typed part of the path, never empty. */
  text: string;
}

const beforeCaret = /(?:^|[\s"'`([{,;])@([^\s"'`<>()[\]{}\p{C}]+)$/u;
/** Matches a text that can follow a path without becoming part of it. */
const ending = /^[.,;:!?]*(?:$|[\s"'`<>()[\]{}\p{C}])/u;

/** Returns the "@" word that ends at the caret; `null` if there is none, or if the caret is inside a word. */
export function namedWordAt(task: string, caret: number): NamedWord | null {
  const line = task.slice(task.lastIndexOf("\n", caret - 1) + 1, caret);
  const word = beforeCaret.exec(line)?.[1];
  if (word === undefined || /^[\p{L}\p{N}_/-]/u.test(task.slice(caret))) return null;
  const text = word.replace(/^(?:\.\/)+/, "");
  return text === "" ? null : { start: caret - word.length - 1, end: caret, text };
}

/** Returns the task with the path in place of the word, and the place of the caret behind it. */
export function withPath(
  task: string,
  { start, end }: Pick<NamedWord, "start" | "end">,
  { path, is }: { path: string; is: "file" | "directory" },
): { task: string; caret: number } {
  const rest = task.slice(end);
  // A directory keeps the caret at its end, because the person may go on to a path in it.
  const space = (rest === "" && is === "file") || !ending.test(rest) ? " " : "";
  const before = `${task.slice(0, start)}@${path}${is === "directory" ? "/" : ""}`;
  return { task: `${before}${space}${rest}`, caret: before.length + space.length };
}

/** 0: the path begins with the text. 1: its last name does. 2: it contains the text. */
export const ranks = [0, 1, 2] as const;

/** Returns `null` if the path does not fit the text. */
export function rankOf(path: string, text: string): (typeof ranks)[number] | null {
  const [whole, sought] = [path.toLowerCase(), text.toLowerCase()];
  if (whole.startsWith(sought)) return 0;
  if (whole.startsWith(sought, whole.lastIndexOf("/") + 1)) return 1;
  return whole.includes(sought) ? 2 : null;
}

/** Returns false for a path that a task cannot name with "@", such as one with a space. */
export function canBeNamed(path: string): boolean {
  return pathsIn(`@${path}`)[0] === path;
}
