// How much disk something takes, as the kernel counts it. Links are counted, never followed.
import { type Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";

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
  let bytes = await sizeOf(path);
  let entries = 1;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await entriesOf(next)) {
      entries += 1;
      if (entries > maxEntries) return { bytes, complete: false };
      const found = `${next}/${entry.name}`;
      bytes += await sizeOf(found);
      if (entry.isDirectory()) waiting.push(found);
    }
  }
  return { bytes, complete: true };
}

/** What vanishes meanwhile, or was closed to us, counts as nothing. */
async function sizeOf(path: string): Promise<number> {
  const found = await lstat(path).catch(() => undefined);
  return (found?.blocks ?? 0) * blockBytes;
}

function entriesOf(path: string): Promise<Dirent[]> {
  return readdir(path, { withFileTypes: true }).catch(() => []);
}

async function modifiedAt(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => undefined))?.mtimeMs;
}
