// Keeps files in a directory by the hash of their bytes: written as a stream within a bound, durable before they have
// their name, each once. A file that is also linked elsewhere is in use.
import { createHash, randomBytes } from "node:crypto";
import { type FileHandle, lstat, open, readdir, rename, rm } from "node:fs/promises";
import { codeOf } from "./disk.ts";

export interface KeepOrder {
  directory: string;
  chunks: AsyncIterable<Uint8Array>;
  mostBytes: number;
  /** The hash that the bytes must have, as base64url; `null` if any will do. */
  expected: string | null;
}

/**
 * `unlike`: the bytes do not have the expected hash. `broken`: they ended too early. Then, and if there are too many,
 * nothing is kept.
 */
export type KeepResult =
  { is: "kept"; hash: string; bytes: number; start: Buffer } | { is: "too large" | "unlike" | "broken" };

/** How many of the first bytes are returned. */
const startBytes = 512;
const hashName = /^[0-9a-f]{64}$/;

/**
 * Writes a draft and renames it to its hash. The same bytes replace themselves: their time is then that of the latest
 * upload, and a damaged file is whole again. Links to the earlier one stay.
 */
export async function keepHashed({ directory, chunks, mostBytes, expected }: KeepOrder): Promise<KeepResult> {
  const draft = `${directory}/.${randomBytes(9).toString("hex")}.draft`;
  const file = await open(draft, "wx", 0o600);
  try {
    const written = await writeHashed(file, orBroken(chunks), mostBytes).catch(isBroken);
    if (written === "broken") return { is: "broken" };
    if (written === null) return { is: "too large" };
    const { hash, bytes, start } = written;
    if (expected !== null && hash.toString("base64url") !== expected) return { is: "unlike" };
    await file.sync();
    const name = hash.toString("hex");
    await rename(draft, `${directory}/${name}`);
    await syncDirectory(directory);
    return { is: "kept", hash: name, bytes, start };
  } finally {
    await file.close();
    await rm(draft, { force: true });
  }
}

const broken = Symbol("the bytes ended too early");

function isBroken(error: unknown): "broken" {
  if (error === broken) return "broken";
  throw error;
}

/** Tells an interrupted sender from a disk that takes no more bytes. */
async function* orBroken(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
  const source = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await source.next().catch(() => Promise.reject(broken));
      if (next.done) return;
      yield next.value;
    }
  } finally {
    await source.return?.();
  }
}

interface Written {
  hash: Buffer;
  bytes: number;
  start: Buffer;
}

/** Returns `null` if there are more bytes than allowed. */
async function writeHashed(
  file: FileHandle,
  chunks: AsyncIterable<Uint8Array>,
  mostBytes: number,
): Promise<Written | null> {
  const hash = createHash("sha256");
  let start = Buffer.alloc(0);
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    if (bytes > mostBytes) return null;
    hash.update(chunk);
    if (start.length < startBytes)
      start = Buffer.concat([start, chunk.subarray(0, startBytes - start.length)]);
    await writeAll(file, chunk);
  }
  return { hash: hash.digest(), bytes, start };
}

async function writeAll(file: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let at = 0; at < chunk.length;) at += (await file.write(chunk, at, chunk.length - at)).bytesWritten;
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

/** Returns the size and the first bytes of a file; `undefined` if there is none. */
export async function lookAtStart(path: string): Promise<{ bytes: number; start: Buffer } | undefined> {
  const file = await open(path, "r").catch(missing);
  if (file === undefined) return undefined;
  try {
    const start = Buffer.alloc(startBytes);
    const { bytesRead } = await file.read(start, 0, startBytes, 0);
    return { bytes: (await file.stat()).size, start: start.subarray(0, bytesRead) };
  } finally {
    await file.close();
  }
}

/** Opens a file to be sent; `undefined` if there is none. The reader closes it by reading to the end, or by cancelling. */
export async function openFile(
  path: string,
): Promise<{ bytes: number; stream: ReadableStream<Uint8Array<ArrayBuffer>> } | undefined> {
  const file = Bun.file(path);
  return (await file.exists()) ? { bytes: file.size, stream: file.stream() } : undefined;
}

export interface HashedCopy {
  from: string;
  /** The directory, which must exist, and the name in it. */
  into: string;
  name: string;
  hash: string;
}

/**
 * Copies a file so that a reader of the directory sees the whole of it or nothing. The copy is its own file: what
 * happens to it does not touch the original. Returns false if the original does not have the hash. A copy that exists
 * stays.
 */
export async function layOutHashed({ from, into, name, hash }: HashedCopy): Promise<boolean> {
  const path = `${into}/${name}`;
  if (await lstat(path).catch(missing)) return true;
  const draft = `${into}/.${randomBytes(9).toString("hex")}.draft`;
  const source = await open(from, "r");
  try {
    const chunks = source.createReadStream({ autoClose: false });
    const copied = await writeNew(draft, chunks);
    if (copied?.hash.toString("hex") !== hash) return false;
    await rename(draft, path);
    return true;
  } finally {
    await source.close();
    await rm(draft, { force: true });
  }
}

async function writeNew(path: string, chunks: AsyncIterable<Uint8Array>): Promise<Written | null> {
  const file = await open(path, "wx", 0o444);
  try {
    return await writeHashed(file, chunks, Infinity);
  } finally {
    await file.close();
  }
}

export interface UnusedFile {
  path: string;
  /** Milliseconds since 1970. */
  keptAt: number;
}

/** Lists the kept files that have no other link. */
export async function unusedHashed(directory: string): Promise<UnusedFile[]> {
  const names = ((await readdir(directory).catch(missing)) ?? []).filter((name) => hashName.test(name));
  const found: UnusedFile[] = [];
  for (const name of names) {
    const path = `${directory}/${name}`;
    const about = await lstat(path).catch(missing);
    if (about?.nlink === 1) found.push({ path, keptAt: about.mtimeMs });
  }
  return found;
}

function missing(error: unknown): undefined {
  if (codeOf(error) === "ENOENT") return undefined;
  throw error;
}
