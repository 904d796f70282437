// Copies many files from one directory to another and hashes each. No other process may write to either
// directory meanwhile. Symlinks are copied as symlinks and never followed.
import { createHash } from "node:crypto";
import { constants, readlinkSync } from "node:fs";
import {
  copyFile,
  type FileHandle,
  lstat,
  mkdir,
  mkdtemp,
  open,
  rename,
  rm,
  rmdir,
  symlink,
  unlink,
} from "node:fs/promises";
import { dirname } from "node:path";
import { codeOf } from "./disk.ts";
import { unlessMissing } from "./missing.ts";
import { walkInside } from "./walk-inside.ts";

export interface FileEntry {
  /** Relative to the root. */
  path: string;
  kind: "file" | "link" | "directory";
  mode: number;
  bytes: number;
  /** The SHA-256 of a file (empty while it is unknown) or the target of a symlink. Empty for a directory. */
  holds: string;
}

export interface FileBounds {
  files: number;
  bytes: number;
}

/**
 * Lists the directories, files and symlinks below the root, parents first. Skips `.git` at the top, files and
 * symlinks for which `isLeftOut` returns true, and names that are not valid text. `null` if there is more
 * than the bounds allow.
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

/** A directory whose entries are copied to another. */
export interface CopyPart {
  from: string;
  to: string;
  entries: readonly FileEntry[];
  /** Returns true if the target must keep the file that it has at this path. */
  isTaken(path: string): boolean;
}

export interface CopyFiles {
  parts: readonly CopyPart[];
  /** An existing directory. Copies that will replace a file are written here until all files are copied. */
  temporary: string;
  signal: AbortSignal;
}

/** Thrown if a file has changed since its hash was taken. */
export class ChangedSinceHashed extends Error {}

const atOnce = 32;

interface Progress {
  /** The paths of files and directories that were created, parents first. */
  made: string[];
  /** Copies in the temporary directory, and the existing file that each of them replaces at the end. */
  replacing: { draft: string; target: string; entry: FileEntry }[];
  /** Returns a new path in the temporary directory. */
  draft(): string;
}

/**
 * Copies all of the parts, and returns their entries with the hashes. On an error, such as a file that changed since
 * its hash was taken, the new copies are removed again. Existing files are replaced last, when every copy is complete.
 */
export async function copyFiles(order: CopyFiles): Promise<FileEntry[][]> {
  const drafts = await mkdtemp(`${order.temporary}/copy-`);
  let count = 0;
  const progress: Progress = { made: [], replacing: [], draft: () => `${drafts}/${(count += 1)}` };
  try {
    const copied: FileEntry[][] = [];
    for (const part of order.parts) copied.push(await copyPart(part, { progress, signal: order.signal }));
    for (const each of progress.replacing) await replaceFile(each);
    return copied;
  } catch (error) {
    await takeAway(progress.made);
    throw error;
  } finally {
    await rm(drafts, { recursive: true, force: true });
  }
}

async function copyPart(
  part: CopyPart,
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<FileEntry[]> {
  const usable = new Set(["."]);
  for (const { path, kind, mode } of part.entries)
    if (kind === "directory" && (await enterOrMake(part, { path, mode, usable })))
      progress.made.push(`${part.to}/${path}`);
  return inBatches(part.entries, async (entry) => {
    if (entry.kind === "directory") return entry;
    if (part.isTaken(entry.path) || !usable.has(dirname(entry.path))) return entry;
    signal.throwIfAborted();
    return copyOne(part, entry, progress);
  });
}

/**
 * Returns true if it made the directory. If the target has a file or symlink of that name, nothing below it is copied.
 */
async function enterOrMake(
  { to }: CopyPart,
  { path, mode, usable }: { path: string; mode: number; usable: Set<string> },
): Promise<boolean> {
  if (!usable.has(dirname(path))) return false;
  const found = await lstat(`${to}/${path}`).catch(unlessMissing);
  if (found === undefined) await mkdir(`${to}/${path}`, { mode });
  if (found === undefined || found.isDirectory()) usable.add(path);
  return found === undefined;
}

/**
 * Handles the entries a batch at a time. After an error, waits for the rest of the batch, so that no copy is under way
 * when the copies are removed.
 */
async function inBatches(
  entries: readonly FileEntry[],
  each: (entry: FileEntry) => Promise<FileEntry>,
): Promise<FileEntry[]> {
  const done: FileEntry[] = [];
  for (let at = 0; at < entries.length; at += atOnce) {
    const batch = entries.slice(at, at + atOnce).map(each);
    await Promise.allSettled(batch);
    done.push(...(await Promise.all(batch)));
  }
  return done;
}

/** Copies one file or symlink, unless the target has a directory of that name. */
async function copyOne({ from, to }: CopyPart, entry: FileEntry, progress: Progress): Promise<FileEntry> {
  const target = `${to}/${entry.path}`;
  const found = await lstat(target).catch(unlessMissing);
  if (found?.isDirectory() === true) return entry;
  const copy = found === undefined ? target : progress.draft();
  if (found === undefined) progress.made.push(target);
  else progress.replacing.push({ draft: copy, target, entry });
  if (entry.kind === "link") {
    await symlink(entry.holds, copy);
    return entry;
  }
  const holds = await pour(`${from}/${entry.path}`, copy, entry);
  if (entry.holds !== "" && entry.holds !== holds) throw changed(entry);
  return { ...entry, holds };
}

/** Larger files are not held in memory as a whole. */
const mostInMemory = 8 * 1024 * 1024;

async function pour(from: string, to: string, entry: FileEntry): Promise<string> {
  const source = await openSource(from, entry);
  try {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
    const file = await open(to, flags, 0o600);
    try {
      const hash = await pourInto(file, source, entry);
      await file.chmod(entry.mode);
      return hash;
    } finally {
      await file.close();
    }
  } finally {
    await source.close();
  }
}

/**
 * Opens the file to copy. Throws ChangedSinceHashed if it is missing or not a regular file, or if its hash is known and
 * its length has changed.
 */
async function openSource(path: string, entry: FileEntry): Promise<FileHandle> {
  const source = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW).catch((error: unknown) => {
    throw ["ENOENT", "ENOTDIR", "ELOOP"].includes(codeOf(error) ?? "") ? changed(entry, error) : error;
  });
  const found = await source.stat();
  if (found.isFile() && (entry.holds === "" || found.size === entry.bytes)) return source;
  await source.close();
  throw changed(entry);
}

async function pourInto(file: FileHandle, source: FileHandle, { bytes }: FileEntry): Promise<string> {
  const hash = createHash("sha256");
  if (bytes <= mostInMemory) {
    const text = await source.readFile();
    hash.update(text);
    await file.writeFile(text);
  } else
    for await (const chunk of source.createReadStream({ autoClose: false })) {
      hash.update(chunk as Buffer);
      await file.writeFile(chunk as Buffer);
    }
  return hash.digest("hex");
}

function changed({ path }: FileEntry, cause?: unknown): ChangedSinceHashed {
  return new ChangedSinceHashed(`${path} is not what it was when it was kept.`, { cause });
}

async function replaceFile({ draft, target, entry }: Progress["replacing"][number]): Promise<void> {
  try {
    await rename(draft, target);
  } catch (error) {
    if (codeOf(error) !== "EXDEV") throw error; // the temporary directory may be on another file system
    await unlink(target);
    if (entry.kind === "link") await symlink(entry.holds, target);
    else await copyFile(draft, target, constants.COPYFILE_EXCL);
  }
}

/**
 * Removes the copies as far as possible. Leftovers do no harm: the caller discards their directory, or later
 * copies replace them.
 */
async function takeAway(made: readonly string[]): Promise<void> {
  for (const path of [...made].reverse())
    await unlink(path)
      .catch(() => rmdir(path))
      .catch(() => undefined);
}
