// Caches a small file and rereads it if its stat has changed, because people edit files while the member runs.
import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, type Stats } from "node:fs";
import { unreadable } from "./durable.ts";

export interface SeenFile {
  /** `undefined` if there is no such readable regular file. */
  text: string | undefined;
  stamp: Stamp | null;
  isSettled: boolean;
}

type Stamp = Pick<Stats, "mtimeMs" | "ctimeMs" | "size" | "ino">;

/**
 * The kernel's file clock moves in steps of some milliseconds, and two changes within one step look the same.
 * So a file that changed this recently is read again.
 */
const stepMs = 20;

export function lookAgain(path: string, seen: SeenFile | undefined): SeenFile {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return { text: undefined, stamp: null, isSettled: true };
  if (seen?.stamp && seen.isSettled && isSame(seen.stamp, stat)) return seen;
  const { mtimeMs, ctimeMs, size, ino } = stat;
  const isSettled = Date.now() - ctimeMs > stepMs;
  return { text: readSmall(path), stamp: { mtimeMs, ctimeMs, size, ino }, isSettled };
}

function isSame(a: Stamp, b: Stamp): boolean {
  return a.ctimeMs === b.ctimeMs && a.mtimeMs === b.mtimeMs && a.size === b.size && a.ino === b.ino;
}

/** Larger than any of these files that is within the limits. Bytes beyond it are not read. */
const mostBytes = 64 * 1024;

function readSmall(path: string): string | undefined {
  try {
    return readRegular(path, mostBytes)?.toString("utf8");
  } catch (error) {
    return unreadable(error);
  }
}

/**
 * Reads the first bytes of a regular file without following symlinks or blocking. Returns `undefined` if it is not a
 * regular file.
 */
export function readRegular(path: string, most: number): Buffer | undefined {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  try {
    const stat = fstatSync(fd);
    if (!stat.isFile()) return undefined;
    const buffer = Buffer.alloc(Math.min(stat.size, most));
    return buffer.subarray(0, fill(fd, buffer));
  } finally {
    closeSync(fd);
  }
}

function fill(fd: number, buffer: Buffer): number {
  let at = 0;
  for (let got = -1; got !== 0 && at < buffer.length; at += got)
    got = readSync(fd, buffer, at, buffer.length - at, at);
  return at;
}
