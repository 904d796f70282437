// Makes the text of workers, repositories and commands plain, as words/plain.ts does, where it enters the page, so that
// no view has to. Values that are plain already are returned unchanged.
import { plain } from "../words/plain.ts";

/**
 * Makes every text in a value plain. Not for text that a person edits or that serves as a key: such text must stay as
 * it is. The output of a command, in fields named `output`, also stays: its colours are shown, and the part of the page
 * that shows it makes the rest plain.
 */
export function plainly<T>(value: T): T {
  if (typeof value === "string") return plain(value) as T;
  if (typeof value !== "object" || value === null) return value;
  return Array.isArray(value) ? (plainList(value) as T) : plainRecord(value);
}

function plainList(list: readonly unknown[]): readonly unknown[] {
  const own = list.map(plainly);
  return own.every((item, at) => item === list[at]) ? list : own;
}

function plainRecord<T extends object>(record: T): T {
  let own = record;
  for (const key in record) {
    if (key === "output") continue;
    const before = record[key];
    const after = plainly(before);
    if (after === before) continue;
    if (own === record) own = { ...record };
    own[key] = after;
  }
  return own;
}
