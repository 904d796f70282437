// Reads the names in a directory in pieces and yields to the event loop between them. A worker may put a
// million files into one directory, and the hall has to answer meanwhile.
import { FFIType, ptr } from "bun:ffi";
import { constants, fstatSync, lstatSync } from "node:fs";
import { open, readdir } from "node:fs/promises";
import { openCLibrary } from "../processes/c-library.ts";
import { breathe } from "../clock.ts";
import { codeOf } from "./disk.ts";
import { below, type Directory } from "./inside.ts";

export interface DirectoryEntry {
  /** Names are bytes: they need not be text. */
  name: Buffer;
  /** `null` if the system does not say. */
  isDirectory: boolean | null;
}

const pieceBytes = 32 * 1024;
const pieceNames = 1000;

/**
 * Yields the entries in pieces. The caller has opened the directory and reads it only once, because the file descriptor
 * remembers the position.
 */
export async function* entriesIn(directory: Directory): AsyncGenerator<readonly DirectoryEntry[]> {
  const { handle } = directory;
  if (handle === null || process.platform !== "linux") {
    const names = await readdir(below(directory, "."), { encoding: "buffer" });
    for (let at = 0; at < names.length; at += pieceNames)
      yield names.slice(at, at + pieceNames).map((name) => ({ name, isDirectory: null }));
    return;
  }
  const piece = Buffer.alloc(pieceBytes);
  for (;;) {
    const length = getdents(handle.fd, piece);
    if (length === 0) return;
    yield parsePiece(piece.subarray(0, length));
  }
}

/**
 * Parses structs linux_dirent64: the inode, an offset, the length of the record, a kind and the
 * NUL-terminated name.
 */
function parsePiece(piece: Buffer): DirectoryEntry[] {
  const entries: DirectoryEntry[] = [];
  for (let at = 0; at < piece.length;) {
    const length = piece.readUInt16LE(at + 16);
    const kind = piece[at + 18];
    const begin = at + 19;
    const name = Buffer.from(piece.subarray(begin, piece.indexOf(0, begin)));
    if (!isDots(name))
      entries.push({ name, isDirectory: kind === unknownKind ? null : kind === directoryKind });
    at += length;
  }
  return entries;
}

const unknownKind = 0;
const directoryKind = 4;

function isDots(name: Buffer): boolean {
  return name[0] === dot && (name.length === 1 || (name.length === 2 && name[1] === dot));
}

const dot = 0x2e;

/** Makes the system call directly, because Node and Bun read a directory only as a whole. */
function getdents(descriptor: number, piece: Buffer): number {
  const length = Number(library().symbols.getdents64(descriptor, ptr(piece), piece.length));
  if (length >= 0) return length;
  if (fstatSync(descriptor).nlink === 0) return 0; // the directory was removed meanwhile
  throw Object.assign(new Error("A directory could not be read."), { code: "EIO" });
}

function openLibrary() {
  return openCLibrary({
    getdents64: { args: [FFIType.i32, FFIType.ptr, FFIType.u64], returns: FFIType.i64 },
    lseek: { args: [FFIType.i32, FFIType.i64, FFIType.i32], returns: FFIType.i64 },
  });
}

let opened: ReturnType<typeof openLibrary> | undefined;

function library(): ReturnType<typeof openLibrary> {
  opened ??= openLibrary();
  return opened;
}

/**
 * Lists the open file descriptors of this process. `descriptor` is an open /proc/self/fd, which is read from its
 * beginning.
 */
export function descriptorsIn(descriptor: number): number[] {
  library().symbols.lseek(descriptor, 0n, 0);
  const piece = Buffer.alloc(pieceBytes);
  const found: number[] = [];
  for (let length = getdents(descriptor, piece); length > 0; length = getdents(descriptor, piece))
    for (const { name } of parsePiece(piece.subarray(0, length))) found.push(Number(name));
  return found;
}

/**
 * Returns the path of an entry, through the directory that is held open, and the entry's name. `text` is `null` if the
 * name is not valid text.
 */
export function entryAt(directory: Directory, name: Buffer): { at: string | Buffer; text: string | null } {
  const text = name.toString("utf8");
  if (Buffer.from(text).equals(name)) return { at: below(directory, text), text };
  return { at: Buffer.concat([Buffer.from(`${below(directory, ".")}/`), name]), text: null };
}

/**
 * Opens a directory without following a symlink. `undefined` if the directory vanished, or is not one any more. Throws
 * every other error.
 */
export async function holdDirectory(path: string | Buffer): Promise<Directory | undefined> {
  try {
    const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
    const handle = await open(path, flags);
    if (process.platform === "linux") return { handle, path: String(path) };
    await handle.close();
    return { handle: null, path: String(path) };
  } catch (error) {
    if (vanished.includes(codeOf(error))) return undefined;
    throw error;
  }
}

/** The error codes for a path that has just vanished, or now leads through a symlink. */
export const vanished: readonly (string | undefined)[] = ["ENOENT", "ENOTDIR", "ELOOP"];

/** Lists the directories in a directory. Follows no symlinks, and skips names that are not valid text. */
export async function directoriesIn(path: string): Promise<string[]> {
  const directory = await holdDirectory(path);
  if (directory === undefined) return [];
  const breath = createBreath();
  const found: string[] = [];
  try {
    for await (const entries of entriesIn(directory)) {
      for (const { name, isDirectory } of entries) {
        const { at, text } = entryAt(directory, name);
        if (text === null || isDirectory === false) continue;
        if (isDirectory ?? lstatSync(at, { throwIfNoEntry: false })?.isDirectory()) found.push(text);
      }
      await breath();
    }
  } finally {
    await directory.handle?.close();
  }
  return found;
}

const turnMs = 5;

/**
 * Returns a function to call after each step of long work. It yields to the event loop once the steps have taken a few
 * milliseconds.
 */
export function createBreath(): () => Promise<void> | undefined {
  let begun = performance.now();
  return () => {
    if (performance.now() - begun < turnMs) return undefined;
    return breathe().then(() => void (begun = performance.now()));
  };
}
