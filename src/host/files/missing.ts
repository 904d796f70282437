// Whether something is there. Only that it is missing says that it is not: what the disk does not tell is thrown, since
// whoever asks would take what cannot be looked at for something that is gone.
import { lstat } from "node:fs/promises";
import { codeOf } from "./disk.ts";

/** Of a failed look: undefined where there is nothing. */
export function unlessMissing(error: unknown): undefined {
  if (codeOf(error) === "ENOENT" || codeOf(error) === "ENOTDIR") return undefined;
  throw error;
}

/** A directory itself, not a link to one. */
export async function isPlainDirectory(path: string): Promise<boolean> {
  return (await lstat(path).catch(unlessMissing))?.isDirectory() ?? false;
}
