// Opens untrusted paths below a directory. Each path is walked component by component without following
// symlinks. On Linux, swapping a directory for a symlink between check and open therefore does not lead
// outside.
import { constants } from "node:fs";
import { type FileHandle, lstat, mkdir, open } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "./disk.ts";

export type InsideResult<T> = { ok: true; value: T } | { ok: false; reason: string };

/** Returns the components of a relative path, or why it is refused. */
export function splitRelative(path: string): InsideResult<string[]> {
  if (path === "" || path.length > 1024) return no("the path is empty or too long");
  if (/[\0-\x1f\x7f]/.test(path)) return no("the path has control characters");
  if (path.startsWith("/") || path.includes("\\")) return no("the path must be relative");
  const parts = path.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.length === 0) return no("the path names no file");
  if (parts.some((part) => part === "..")) return no("the path may not go up");
  if (parts.some((part) => Buffer.byteLength(part) > 255)) return no("a part of the path is too long");
  return { ok: true, value: parts };
}

/** Opens a regular file below `root` and follows no symlink on the way. The caller closes it. */
export async function openInside(root: string, path: string): Promise<InsideResult<FileHandle>> {
  const parts = splitRelative(path);
  if (!parts.ok) return parts;
  const directory = await openDirectory(root, parts.value.slice(0, -1));
  if (!directory.ok) return directory;
  try {
    return await openIn(directory.value, parts.value.at(-1) ?? "");
  } finally {
    await directory.value.handle?.close();
  }
}

/** A directory that is held open, so that replacing its name does not change which directory it is. */
export interface Directory {
  /** `null` for the root, whose path is trusted, and on platforms without /proc/self/fd. */
  handle: FileHandle | null;
  path: string;
}

export async function openIn(directory: Directory, name: string): Promise<InsideResult<FileHandle>> {
  try {
    return { ok: true, value: await openRegular(directory, name) };
  } catch (error) {
    return no(explain(error));
  }
}

/** Opens a regular file, and throws if the name refers to anything else. A symlink is not followed. */
export async function openRegular(directory: Directory, name: string): Promise<FileHandle> {
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const file = await open(below(directory, name), flags);
  if ((await file.stat()).isFile()) return file;
  await file.close();
  throw Object.assign(new Error(`${name} is not a regular file`), { code: "ENXIO" });
}

/**
 * Opens the directory that these components name below `root`. The caller closes it. With `make`, creates missing
 * directories.
 */
export async function openDirectory(
  root: string,
  parts: readonly string[],
  { make = false } = {},
): Promise<InsideResult<Directory>> {
  let current: Directory = { handle: null, path: root };
  for (const part of parts) {
    const next = await step(current, { part, make });
    await current.handle?.close();
    if (!next.ok) return next;
    current = next.value;
  }
  return { ok: true, value: current };
}

async function step(
  from: Directory,
  { part, make }: { part: string; make: boolean },
): Promise<InsideResult<Directory>> {
  try {
    return { ok: true, value: make ? await enterOrMake(from, part) : await enter(from, part) };
  } catch (error) {
    return no(explain(error));
  }
}

async function enterOrMake(from: Directory, part: string): Promise<Directory> {
  try {
    return await enter(from, part);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
  }
  await mkdir(below(from, part), 0o700).catch((error: unknown) => {
    if (codeOf(error) !== "EEXIST") throw error; // another process was faster; `enter` throws if it made no directory
  });
  await syncNames(from);
  return enter(from, part);
}

/** Opens the directory of this name in one that is held open. Throws if there is no such directory. */
export async function enter(from: Directory, part: string): Promise<Directory> {
  const path = join(from.path, part);
  if (process.platform !== "linux") {
    if ((await lstat(path)).isDirectory()) return { handle: null, path };
    throw Object.assign(new Error(`${path} is not a directory`), { code: "ENOTDIR" });
  }
  const flags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  return { handle: await open(below(from, part), flags), path };
}

/** Makes the names in the directory durable. */
export async function syncNames(directory: Directory): Promise<void> {
  if (directory.handle) return directory.handle.sync();
  const handle = await open(directory.path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Returns a path below the directory. Node has no openat(2); a path through /proc/self/fd does the same, because it
 * starts at the directory that is held open.
 */
export function below(directory: Directory, name: string): string {
  return directory.handle ? `/proc/self/fd/${directory.handle.fd}/${name}` : join(directory.path, name);
}

/**
 * The errors that a worker can cause, with the reason to give when a path is refused. Errors of the machine (EIO,
 * EMFILE, ...) are thrown.
 */
const refusals: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ELOOP: "it is a link, or leads through one",
  ENOTDIR: "it is a link, or leads through one",
  EACCES: "permission to it is denied",
  EPERM: "permission to it is denied",
  ENXIO: "it is not a regular file",
  EISDIR: "it is not a regular file",
  ENAMETOOLONG: "the path is too long",
};

export function explain(error: unknown): string {
  const reason = refusals[codeOf(error) ?? ""];
  if (reason === undefined) throw error;
  return reason;
}

const shortages: readonly (string | undefined)[] = ["EMFILE", "ENFILE", "ENOMEM"];

/**
 * Returns why a path cannot be read, for a caller that reads several paths and can skip one. A dead mount or
 * a bad block affects that path alone. Throws if the machine is short of memory or file descriptors.
 */
export function whyUnreadable(error: unknown): string {
  const code = codeOf(error);
  if (code === undefined || shortages.includes(code)) throw error;
  return refusals[code] ?? `it cannot be read (${code})`;
}

export function no(reason: string): { ok: false; reason: string } {
  return { ok: false, reason };
}
