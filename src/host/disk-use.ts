// How much disk something takes, as the kernel counts it. Links are counted, never followed.
import { type Dirent } from "node:fs";
import { lstat, readdir } from "node:fs/promises";
import { codeOf } from "./disk.ts";

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
  const counted: Measured & { entries: number } = { bytes: 0, complete: true, entries: 1 };
  await count(counted, path);
  const waiting = [path];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for (const entry of await entriesOf(counted, next)) {
      counted.entries += 1;
      if (counted.entries > maxEntries) return { bytes: counted.bytes, complete: false };
      await count(counted, `${next}/${entry.name}`);
      if (entry.isDirectory()) waiting.push(`${next}/${entry.name}`);
    }
  }
  return { bytes: counted.bytes, complete: counted.complete };
}

async function count(counted: Measured, path: string): Promise<void> {
  const found = await lstat(path).catch((error: unknown) => passOver(counted, error));
  counted.bytes += (found?.blocks ?? 0) * blockBytes;
}

async function entriesOf(counted: Measured, path: string): Promise<Dirent[]> {
  const options = { withFileTypes: true } as const;
  return (await readdir(path, options).catch((error: unknown) => passOver(counted, error))) ?? [];
}

/** What has vanished meanwhile takes nothing; what was closed to us, or lies too deep to be named, was not counted. */
function passOver(counted: Measured, error: unknown): undefined {
  const code = codeOf(error);
  if (code !== "ENOENT" && code !== "ENOTDIR") counted.complete = false;
}

async function modifiedAt(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => undefined))?.mtimeMs;
}
