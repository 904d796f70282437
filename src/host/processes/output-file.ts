// Files for what a child prints. The child holds them too, so they outlive whoever opened them; both append, so one may
// be cut short while the other writes.
import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  openSync,
  readSync,
  statSync,
  truncateSync,
} from "node:fs";

export interface OutputFile {
  descriptor: number;
  /** What was in it before. */
  bytesBefore: number;
  /** Closes it here; the child keeps its own. */
  close(): void;
}

const { O_RDONLY, O_WRONLY, O_CREAT, O_APPEND, O_TRUNC, O_NONBLOCK } = constants;

/** `isFresh`: what was in it goes. Throws where a child has put a pipe in its place, which would be waited for without end. */
export function openOutput(path: string, { isFresh }: { isFresh: boolean } = { isFresh: false }): OutputFile {
  const flags = O_WRONLY | O_CREAT | O_APPEND | O_NONBLOCK | (isFresh ? O_TRUNC : 0);
  const descriptor = openSync(path, flags, 0o600);
  return { descriptor, bytesBefore: fstatSync(descriptor).size, close: () => closeSync(descriptor) };
}

/** The first bytes of a file; empty where there is none. */
export function readHeadOf(path: string, bytes: number): string {
  return readPart(path, () => ({ from: 0, bytes })).toString("utf8");
}

export interface TailPart {
  bytes: number;
  /** Only of what lies behind so many bytes; of all, where the file has been cut to less since. */
  after: number;
}

/** The last bytes of a file, from the beginning of a line on where there is one. `cut`: something is missing. */
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
  /** How much of the end is left when there is more. */
  keepBytes: number;
}

/** Best effort: what is written while it is cut may be missing, and a disk that fails leaves it as it is. */
export function boundOutput(path: string, bound: OutputBound): void {
  try {
    cutToSize(path, bound);
  } catch {
    // It is looked at again in a second.
  }
}

function cutToSize(path: string, { maxBytes, keepBytes }: OutputBound): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxBytes) return;
  const { text } = readTailOf(path, keepBytes);
  truncateSync(path, 0);
  appendFileSync(path, `(${size} bytes were printed; this is the end of them)\n${text}`);
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
