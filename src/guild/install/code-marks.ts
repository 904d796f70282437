// Computes a mark (hash and mode) for each code file, to detect which files were changed.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "../../host/files/disk.ts";

export type FileMarks = Record<string, string>;

/** Returns the marks by path. A missing file has none. */
export async function markFiles(directory: string, paths: readonly string[]): Promise<FileMarks> {
  const marks: [string, string][] = [];
  for (const path of paths) {
    const mark = await markAt(directory, path);
    if (mark !== undefined) marks.push([path, mark]);
  }
  return Object.fromEntries(marks);
}

/** The mark of anything else: not a file or symlink, or behind a symlink. Copied code is never that. */
const other = "other";

async function markAt(directory: string, path: string): Promise<string | undefined> {
  const at = `${directory}/${path}`;
  try {
    if (await isBehindLink(directory, path)) return other;
    const found = await lstat(at);
    if (found.isSymbolicLink()) return `-> ${await readlink(at)}`;
    if (!found.isFile()) return other;
    return `${await hashOf(at)}${(found.mode & 0o100) === 0 ? "" : "+x"}`;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    if (codeOf(error) === "ENOTDIR") return other;
    throw error;
  }
}

async function isBehindLink(directory: string, path: string): Promise<boolean> {
  for (let above = dirname(path); above !== "."; above = dirname(above))
    if (!(await lstat(`${directory}/${above}`)).isDirectory()) return true;
  return false;
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest("hex");
}
