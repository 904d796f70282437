// Builds a PATH with only the named programs, so that a test can hide an installed one.
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { findExecutable } from "../../src/host/processes/children.ts";

/** The programs that a hall needs on a machine without bubblewrap. */
export const withoutBubblewrap = ["node", "sh", "true", "setpriv"];

export function pathWith(directory: string, names: readonly string[]): string {
  mkdirSync(directory);
  for (const name of names) {
    const file = findExecutable(name, `${process.env["PATH"] ?? ""}:/usr/sbin:/sbin`);
    if (file !== undefined) symlinkSync(file, join(directory, name));
  }
  return directory;
}
