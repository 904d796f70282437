// How much disk something takes, as the kernel counts it. Links are counted, never followed.
import { type Dirent } from "node:fs";
import { lstat, readdir, stat, statfs } from "node:fs/promises";
import { codeOf } from "./disk.ts";
import { unseenBytes } from "./process-tree.ts";

export interface Measured {
  bytes: number;
  /** False: there was more than was counted. */
  complete: boolean;
}

export interface DiskUse {
  /** Of a file, or of a directory with all that is in it, up to a number of entries. */
  measure(path: string, maxEntries: number): Promise<Measured>;
  /** Milliseconds since 1970; undefined when there is no such file. */
  modifiedAt(path: string): Promise<number | undefined>;
}

export const systemDiskUse: DiskUse = { measure, modifiedAt };

const blockBytes = 512;

async function measure(path: string, maxEntries: number): Promise<Measured> {
  const waiting = [path];
  const linked = new Set<number>();
  let bytes = await sizeOf(path, linked);
  let entries = 1;
  let complete = true;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const inside = await entriesOf(next);
    complete &&= inside !== null;
    for (const entry of inside ?? []) {
      entries += 1;
      if (entries > maxEntries) return { bytes, complete: false };
      const found = `${next}/${entry.name}`;
      bytes += await sizeOf(found, linked);
      if (entry.isDirectory()) waiting.push(found);
    }
  }
  return { bytes, complete };
}

/** What vanishes meanwhile counts as nothing, and a file of several names once. */
async function sizeOf(path: string, linked: Set<number>): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  if (found === undefined || linked.has(found.ino)) return 0;
  if (found.nlink > 1 && !found.isDirectory()) linked.add(found.ino);
  return found.blocks * blockBytes;
}

/** null where it is closed to us, or lies deeper than a path can say. */
function entriesOf(path: string): Promise<Dirent[] | null> {
  return readdir(path, { withFileTypes: true }).catch((error: unknown) => {
    const code = codeOf(error);
    return code === "ENOENT" || code === "ENOTDIR" ? [] : null;
  });
}

export async function freeBytes(path: string): Promise<number> {
  const { bavail, bsize } = await statfs(path);
  return bavail * bsize;
}

/** What a directory takes, and what a process tree holds of files there that have no name any more. */
export async function usedBytes(directory: string, root: number | null): Promise<Measured> {
  const unseen = root === null ? 0 : unseenBytes(root, (await stat(directory)).dev);
  const seen = await measure(directory, Infinity);
  return { ...seen, bytes: seen.bytes + unseen };
}

async function modifiedAt(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => undefined))?.mtimeMs;
}
