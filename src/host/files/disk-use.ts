// Measures the disk space that files take, and the space that is free. Symlinks are counted, never followed.
import { lstatSync, type Stats } from "node:fs";
import { lstat, stat, statfs } from "node:fs/promises";
import { codeOf } from "./disk.ts";
import { createBreath, entriesIn, entryAt, holdDirectory, vanished } from "./entries.ts";
import type { Directory } from "./inside.ts";
import { unseenFiles } from "./unseen-files.ts";

export interface MeasuredBytes {
  bytes: number;
  /** False if something could not be counted, or there were too many entries. */
  complete: boolean;
}

export interface Counted extends MeasuredBytes {
  /** Files, directories and everything else that has a name. */
  files: number;
}

export interface DiskMeasure {
  /** Measures a file, or a directory with its content, up to `maxEntries` entries. */
  measure(path: string, maxEntries: number): Promise<MeasuredBytes>;
  /** Milliseconds since 1970; `undefined` if there is no such file. */
  modifiedAt(path: string): Promise<number | undefined>;
}

export const systemDiskUse: DiskMeasure = {
  measure: async (path, maxEntries) => {
    const { bytes, complete } = await count(path, { maxEntries, sizeOf: takenBy });
    return { bytes, complete };
  },
  modifiedAt,
};

const blockBytes = 512;

/** Returns the space that the file system has allocated to the file. */
const takenBy = ({ blocks }: Stats): number => blocks * blockBytes;

/**
 * Returns the bytes that a file is charged for. A sparse file counts in full, because a copy of it, or a
 * checkout by git, fills its holes.
 */
const chargedFor = (found: Stats): number =>
  found.isFile() ? Math.max(found.size, takenBy(found)) : takenBy(found);

/** Identifies a file. Two file systems may use the same inode number. */
const inodeOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

interface CountOrder {
  maxEntries: number;
  sizeOf(found: Stats): number;
}

async function count(path: string, { maxEntries, sizeOf }: CountOrder): Promise<Counted> {
  const total: Counted = { bytes: 0, files: 0, complete: true };
  const linked = new Set<string>();
  const breath = createBreath();
  const waiting: (string | Buffer)[] = [];
  const take = (at: string | Buffer, path: string | Buffer) => {
    const found = lookAt(at);
    if (found === null) total.complete = false;
    if (!found) return;
    total.files += 1;
    if (found.isDirectory()) waiting.push(path);
    else if (linked.has(inodeOf(found))) return;
    else if (found.nlink > 1) linked.add(inodeOf(found)); // a file with several hard links counts once
    total.bytes += sizeOf(found);
  };
  take(path, path);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const directory = await holdIfOpen(next);
    total.complete &&= directory !== null;
    if (!directory) continue;
    try {
      for await (const entries of entriesIn(directory))
        for (const { name } of entries) {
          if (total.files >= maxEntries) return { ...total, complete: false };
          take(entryAt(directory, name).at, joined(next, name));
          const turn = breath();
          if (turn) await turn;
        }
    } finally {
      await directory.handle?.close();
    }
  }
  return total;
}

/** Inspects a file. Returns `undefined` if it vanished meanwhile, `null` if it cannot be inspected. */
function lookAt(path: string | Buffer): Stats | undefined | null {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch (error) {
    return vanished.includes(codeOf(error)) ? undefined : null;
  }
}

/**
 * Opens a directory. Returns `undefined` if it vanished meanwhile, `null` if it is not accessible or its path
 * is too long.
 */
function holdIfOpen(path: string | Buffer): Promise<Directory | undefined | null> {
  return holdDirectory(path).catch(() => null);
}

function joined(directory: string | Buffer, name: Buffer): string | Buffer {
  const text = name.toString("utf8");
  if (typeof directory === "string" && Buffer.from(text).equals(name)) return `${directory}/${text}`;
  return Buffer.concat([Buffer.from(directory), Buffer.from("/"), name]);
}

export interface FreeSpace {
  /** Free bytes on all disks together. */
  bytes: number;
  /** How many files there is room for; `null` if a file system allocates inodes on demand. */
  files: number | null;
  /** Free bytes on the disk that has the least. */
  leastBytes: number;
}

/** Returns the free space on the disks of these directories. Each disk counts once. */
async function freeOn(directories: readonly string[]): Promise<FreeSpace> {
  const free = await Promise.all([...(await disksOf(directories)).values()].map(freeOnOne));
  return {
    bytes: free.reduce((sum, { bytes }) => sum + bytes, 0),
    files: free.reduce<number | null>(
      (sum, { files }) => (sum === null || files === null ? null : sum + files),
      0,
    ),
    leastBytes: Math.min(...free.map(({ bytes }) => bytes)),
  };
}

async function freeOnOne(path: string): Promise<Pick<FreeSpace, "bytes" | "files">> {
  const { bavail, bsize, files, ffree } = await statfs(path);
  return { bytes: bavail * bsize, files: files === 0 ? null : ffree };
}

/** Returns one of the directories for each disk, by the disk's device number. */
async function disksOf(directories: readonly string[]): Promise<Map<number, string>> {
  const found = await Promise.all(directories.map(async (path) => [(await stat(path)).dev, path] as const));
  return new Map(found);
}

/** Measures the disk space that a directory is charged for. Stops counting at `maxFiles` files. */
function usedIn(directory: string, maxFiles: number): Promise<Counted> {
  return count(directory, { maxEntries: maxFiles, sizeOf: chargedFor });
}

/** Counts the deleted files on the disks of these directories that these processes still hold. */
async function unseenOn(directories: readonly string[], pids: readonly number[]): Promise<Counted> {
  return unseenFiles(pids, new Set((await disksOf(directories)).keys()));
}

/** Measures what a commission's disk limits apply to. */
export const diskMeter = { free: freeOn, used: usedIn, unseen: unseenOn };

async function modifiedAt(path: string): Promise<number | undefined> {
  return (await lstat(path).catch(() => undefined))?.mtimeMs;
}
