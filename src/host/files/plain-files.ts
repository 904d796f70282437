// Reads files in a directory that people may also write to. Only regular files are read and no symlink is
// followed. A pipe in the place of a file does not block the reader.
import { closeSync, constants, fstatSync, lstatSync, openSync, readdirSync, readFileSync } from "node:fs";
import { codeOf } from "./disk.ts";

/**
 * A file or something else in a directory. `stamp` is a string that changes with every change of the file, as far as
 * the kernel tells.
 */
export type Seen = { kind: "file"; bytes: number; stamp: string } | { kind: "other" };

export interface PlainFiles {
  /** Returns all entries of a directory by name; empty if there is no such directory. */
  scan(directory: string): Map<string, Seen>;
  look(path: string): Seen | undefined;
  /** Returns `undefined` if there is no regular file of at most `maxBytes`. */
  read(path: string, maxBytes: number): Promise<Buffer | undefined>;
}

export const plainFiles: PlainFiles = { scan, look, read };

/** Synchronous, like the calls below: handing many small calls to other threads takes longer than making them. */
function scan(directory: string): Map<string, Seen> {
  const seen = new Map<string, Seen>();
  for (const name of namesIn(directory)) {
    const found = look(`${directory}/${name}`);
    if (found) seen.set(name, found);
  }
  return seen;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  }
}

function look(path: string): Seen | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return undefined;
  if (!found.isFile()) return { kind: "other" };
  // The inode's change time cannot be set by a program, unlike its modification time.
  return { kind: "file", bytes: found.size, stamp: `${found.ino}-${found.ctimeMs}-${found.size}` };
}

const notPlain: readonly unknown[] = ["ENOENT", "ELOOP", "ENXIO", "EISDIR", "ENOTDIR"];

async function read(path: string, maxBytes: number): Promise<Buffer | undefined> {
  const fd = openPlain(path);
  if (fd === undefined) return undefined;
  try {
    const found = fstatSync(fd);
    if (!found.isFile() || found.size > maxBytes) return undefined;
    const bytes = readFileSync(fd);
    return bytes.length > maxBytes ? undefined : bytes;
  } finally {
    closeSync(fd);
  }
}

function openPlain(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch (error) {
    if (notPlain.includes(codeOf(error))) return undefined;
    throw error;
  }
}
