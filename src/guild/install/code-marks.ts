// Computes a mark for each code file: its hash and whether it is executable, or the target of a symlink. A file whose
// mark differs was changed.
import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { lstat, readlink } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "../../host/files/disk.ts";

export type FileMarks = Record<string, string>;

/** Returns the marks by path. A missing file gets no mark. */
export async function markFiles(directory: string, paths: readonly string[]): Promise<FileMarks> {
  const marks: [string, string][] = [];
  for (const path of paths) {
    const mark = await markAt(directory, path);
    if (mark !== undefined) marks.push([path, mark]);
  }
  return Object.fromEntries(marks);
}

/**
 * The mark of a path that is neither a file nor a symlink, or that lies behind a symlink. The hall never puts code
 * there.
 */
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
