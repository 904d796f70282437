// Tells whether a file exists. Only the errors ENOENT and ENOTDIR mean that it does not. Other errors are thrown,
// because an unreadable file must not count as deleted.
import { lstat } from "node:fs/promises";
import { codeOf } from "./disk.ts";

/** Turns the error of a missing file into `undefined`, and rethrows others. */
export function unlessMissing(error: unknown): undefined {
  if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
  throw error;
}

/** Returns true for a directory itself, not for a symlink to one. */
export async function isPlainDirectory(path: string): Promise<boolean> {
  return (await lstat(path).catch(unlessMissing))?.isDirectory() ?? false;
}
