// Words of workers, repositories and commands, made plain where they enter the page: whoever shows them need not think
// of it. What was plain already is handed on as it is.
import { plain } from "../words/plain.ts";

/** Every text in it. Not for what a person edits or what is looked up by: that is to stay as it is. */
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
    const before = record[key];
    const after = plainly(before);
    if (after === before) continue;
    if (own === record) own = { ...record };
    own[key] = after;
  }
  return own;
}
