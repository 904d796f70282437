// A PATH of its own, with the named programs and no others: how a test hides one that is installed.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { findExecutable } from "../../src/host/processes/children.ts";

/** What the hall needs of a machine without bubblewrap. */
export const withoutBubblewrap = ["node", "sh", "true", "setpriv"];

export function pathWith(directory: string, names: readonly string[]): string {
  mkdirSync(directory);
  for (const name of names) {
    const file = findExecutable(name, `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin`);
    if (file !== undefined) symlinkSync(file, join(directory, name));
  }
  return directory;
}
