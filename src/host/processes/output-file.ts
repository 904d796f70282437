// Opens, reads and trims files that hold a child's output. The child has them open too, and keeps writing
// after the process that opened them has ended. Both append, so one may truncate a file while the other
// writes.
import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  openSync,
  readSync,
  statSync,
  writeSync,
} from "node:fs";

export interface OutputFile {
  descriptor: number;
  /** The size of the file when it was opened. */
  bytesBefore: number;
  /** Closes the file in this process; the child keeps its own descriptor. */
  close(): void;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NONBLOCK } = constants;

/**
 * Opens a file for output. `isFresh` truncates it. Does not block if a child has replaced the file with a
 * pipe.
 */
export function openOutput(path: string, { isFresh }: { isFresh: boolean } = { isFresh: false }): OutputFile {
  const flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | (isFresh ? O_TRUNC : 0);
  const descriptor = openSync(path, flags, 0o600);
  return { descriptor, bytesBefore: fstatSync(descriptor).size, close: () => closeSync(descriptor) };
}

/** Returns the first bytes of a file; empty if there is none. */
export function readHeadOf(path: string, bytes: number): string {
  return readPart(path, () => ({ from: 0, bytes })).toString("utf8");
}

export interface TailPart {
  bytes: number;
  /** Bytes before this offset are left out, unless the file has become shorter than that since. */
  after: number;
}

/**
 * Returns the last bytes of a file, from the beginning of a line if there is one. `cut` is true if something
 * before them is missing.
 */
export function readTailOf(path: string, most: number | TailPart): { text: string; cut: boolean } {
  const { bytes, after } = typeof most === "number" ? { bytes: most, after: 0 } : most;
  let cut = false;
  const part = readPart(path, (size) => {
    const start = size < after ? 0 : after;
    cut = size - start > bytes;
    return { from: Math.max(start, size - bytes), bytes };
  }).toString("utf8");
  const whole = cut ? part.slice(part.indexOf("\n") + 1) : part;
  return { text: whole === "" ? part : whole, cut };
}

export interface OutputBound {
  maxBytes: number;
  /** How much of the file's end is kept once it is larger than `maxBytes`. */
  keepBytes: number;
}

/**
 * Trims a file that is too large to its last bytes. Output that is written meanwhile may be lost. Errors of
 * the disk are ignored.
 */
export function boundOutput(path: string, bound: OutputBound): void {
  try {
    cutToSize(path, bound);
  } catch {
    // The caller tries again later.
  }
}

function cutToSize(path: string, { maxBytes, keepBytes }: OutputBound): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxBytes) return;
  const { text } = readTailOf(path, keepBytes);
  const kept = Buffer.from(`(${size} bytes were printed; this is the end of them)\n${text}`);
  const descriptor = openSync(path, O_WRONLY | O_NONBLOCK);
  try {
    // Written over the file's beginning before the rest is cut off, so that a failed write does not lose its end.
    for (let at = 0; at < kept.length;) at += writeSync(descriptor, kept, at, kept.length - at, at);
    ftruncateSync(descriptor, kept.length);
  } finally {
    closeSync(descriptor);
  }
}

function readPart(path: string, choose: (size: number) => { from: number; bytes: number }): Buffer {
  let descriptor: number;
  try {
    descriptor = openSync(path, O_RDONLY | O_NONBLOCK);
  } catch {
    return Buffer.alloc(0);
  }
  try {
    const stat = fstatSync(descriptor);
    if (!stat.isFile()) return Buffer.alloc(0);
    const { from, bytes } = choose(stat.size);
    const buffer = Buffer.alloc(bytes);
    return buffer.subarray(0, readSync(descriptor, buffer, 0, bytes, from));
  } finally {
    closeSync(descriptor);
  }
}
