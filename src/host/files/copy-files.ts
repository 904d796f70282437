// Copies many files from one directory to another, with the hash of each, while no other process writes to either.
// Symlinks are copied as symlinks, and none on the way to a file is followed.
import { createHash } from "node:crypto";
import { constants, createReadStream, readlinkSync } from "node:fs";
import { lstat, mkdir, open, readFile, rmdir, symlink, unlink } from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "./disk.ts";
import { walkInside } from "./walk-inside.ts";

export interface FileEntry {
  /** Relative to the root. */
  path: string;
  kind: "file" | "link" | "directory";
  mode: number;
  bytes: number;
  /** The SHA-256 of a file, once it is known; the target of a symlink. */
  holds: string;
}

export interface FileBounds {
  files: number;
  bytes: number;
}

/**
 * Lists every file, link and directory that is not left out, parents first. `null` if there is more than the bounds
 * allow.
 */
export async function listFiles(
  root: string,
  { isLeftOut, most }: { isLeftOut(path: string): boolean; most: FileBounds },
): Promise<FileEntry[] | null> {
  const entries: FileEntry[] = [];
  let bytes = 0;
  const isTooMuch = () => entries.length > most.files || bytes > most.bytes;
  await walkInside(root, {
    into: ({ path, isText, mode }) => {
      if (isTooMuch() || !isText || path === ".git") return false;
      entries.push({ path, kind: "directory", mode: (mode & 0o777) | 0o700, bytes: 0, holds: "" });
      return true;
    },
    visit: ({ path, isText, kind, mode, bytes: own, at }) => {
      if (isTooMuch() || !isText || path === ".git" || isLeftOut(path)) return;
      if (kind === "link") entries.push({ path, kind, mode: 0, bytes: 0, holds: readlinkSync(at, "utf8") });
      if (kind !== "file") return;
      bytes += own;
      entries.push({ path, kind, mode: (mode & 0o777) | 0o400, bytes: own, holds: "" });
    },
  });
  return isTooMuch() ? null : entries;
}

export interface CopyFiles {
  from: string;
  to: string;
  entries: readonly FileEntry[];
  /** Whether something is there that must stay as it is. */
  isTaken(path: string): boolean;
  signal: AbortSignal;
}

/** A file has changed since its hash was taken. */
export class ChangedSinceHashed extends Error {}

const atOnce = 32;

/**
 * Returns the entries with their hashes. On any fault, such as a file that changed since its hash was taken, removes
 * the copies again.
 */
export async function copyFiles(order: CopyFiles): Promise<FileEntry[]> {
  const made: string[] = [];
  const usable = new Set(["."]);
  try {
    for (const { path, kind, mode } of order.entries)
      if (kind === "directory" && (await enterOrMake(order, { path, mode, usable }))) made.push(path);
    return await inBatches(order.entries, async (entry) => {
      if (entry.kind === "directory") return entry;
      if (order.isTaken(entry.path) || !usable.has(dirname(entry.path))) return entry;
      order.signal.throwIfAborted();
      return copyOne(order, entry, () => made.push(entry.path));
    });
  } catch (error) {
    await takeAway(order.to, made);
    throw error;
  }
}

/** Returns true if the directory was made. If a file or a link has its name, nothing below it is copied. */
async function enterOrMake(
  { to }: CopyFiles,
  { path, mode, usable }: { path: string; mode: number; usable: Set<string> },
): Promise<boolean> {
  if (!usable.has(dirname(path))) return false;
  const found = await lstat(`${to}/${path}`).catch(() => undefined);
  if (found === undefined) await mkdir(`${to}/${path}`, { mode });
  if (found === undefined || found.isDirectory()) usable.add(path);
  return found === undefined;
}

async function inBatches(
  entries: readonly FileEntry[],
  each: (entry: FileEntry) => Promise<FileEntry>,
): Promise<FileEntry[]> {
  const done: FileEntry[] = [];
  for (let at = 0; at < entries.length; at += atOnce)
    done.push(...(await Promise.all(entries.slice(at, at + atOnce).map(each))));
  return done;
}

async function copyOne({ from, to }: CopyFiles, entry: FileEntry, made: () => void): Promise<FileEntry> {
  const target = `${to}/${entry.path}`;
  if (!(await makeRoom(target))) return entry;
  made();
  if (entry.kind === "link") {
    await symlink(entry.holds, target);
    return entry;
  }
  const holds = await pour(`${from}/${entry.path}`, target, entry);
  if (entry.holds !== "" && entry.holds !== holds)
    throw new ChangedSinceHashed(`${entry.path} is not what it was when it was kept.`);
  return { ...entry, holds };
}

/** Returns false if a directory is there, which stays. */
async function makeRoom(target: string): Promise<boolean> {
  try {
    await unlink(target);
    return true;
  } catch (error) {
    return codeOf(error) === "ENOENT";
  }
}

/** Larger files are not held in memory as a whole. */
const mostInMemory = 8 * 1024 * 1024;

async function pour(from: string, to: string, { mode, bytes }: FileEntry): Promise<string> {
  const hash = createHash("sha256");
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(to, flags, 0o600);
  try {
    if (bytes <= mostInMemory) {
      const text = await readFile(from);
      hash.update(text);
      await file.writeFile(text);
    } else
      for await (const chunk of createReadStream(from)) {
        hash.update(chunk as Buffer);
        await file.writeFile(chunk as Buffer);
      }
    await file.chmod(mode);
  } finally {
    await file.close();
  }
  return hash.digest("hex");
}

/** Best effort: leftovers are in a directory that is discarded, or are overwritten. */
async function takeAway(root: string, made: readonly string[]): Promise<void> {
  for (const path of [...made].reverse())
    await unlink(`${root}/${path}`)
      .catch(() => rmdir(`${root}/${path}`))
      .catch(() => undefined);
}
