// Writes durable files: replaces or creates a whole file atomically, or appends to one. All state of the hall is
// written through these functions.
import { constants } from "node:fs";
import { basename, dirname } from "node:path";
import { type FileSystem, type OpenFile, systemFiles } from "./file-system.ts";
import { removeTree } from "./remove-tree.ts";
import { createSharedSync, type Sync } from "./shared-sync.ts";

export interface Append {
  path: string;
  text: string;
  /**
   * The length of the file as its owner knows it. Bytes beyond it remain from a failed append, and are cut
   * off.
   */
  at: number;
}

export interface ReplaceIf {
  path: string;
  text: string;
  isStill(): boolean;
}

export interface Disk {
  /** `undefined` if there is no such file. */
  readText(path: string): Promise<string | undefined>;
  /** Reads from an offset to the end; `undefined` if there is no such file. */
  readFrom(path: string, offset: number): Promise<Buffer | undefined>;
  /**
   * Reads the bytes between two offsets, fewer if the file ends before; `undefined` if there is no such file.
   */
  readBetween(path: string, range: { from: number; to: number }): Promise<Buffer | undefined>;
  /** Replaces the file durably: writes and syncs a draft, renames it and syncs the directory. */
  replace(path: string, text: string): Promise<void>;
  /**
   * Like `replace`, for a file that other processes write too. Calls `isStill` just before the rename; if it
   * returns false, the file stays as it is. Returns whether it was replaced.
   */
  replaceIf(order: ReplaceIf): Promise<boolean>;
  /**
   * Writes a draft and renames it, without a sync. A reader sees the old text or the new one. After a power
   * cut the file may hold either, or be empty or missing. Use it for files that are compared with their
   * source before use.
   */
  replaceUnsynced(path: string, text: string): Promise<void>;
  /**
   * Creates the file durably: writes and syncs a draft, hard-links it and syncs the directory. Returns false if the
   * name is taken.
   */
  createNew(path: string, text: string): Promise<boolean>;
  /** Adds a durable hard link. Returns false if the name is taken. */
  link(existing: string, path: string): Promise<boolean>;
  /**
   * Appends text that is durable when this resolves. A failed append is cut off, at once or by the next append. Creates
   * the file if `at` is 0.
   */
  append(append: Append): Promise<void>;
  /**
   * Makes a file durable that a killed process may have written without an fsync: its bytes, its name and the name of
   * its directory.
   */
  secure(path: string): Promise<void>;
  /** Makes the names in a directory durable, whichever process created them. */
  secureNames(path: string): Promise<void>;
  /** Makes one durable directory with mode 0700. Returns false if the name is taken. */
  makeDirectory(path: string): Promise<boolean>;
  /** Makes a directory and its missing parents; every new one is durable. */
  makeDirectories(path: string): Promise<void>;
  list(path: string): Promise<string[]>;
  sizeOf(path: string): Promise<number | undefined>;
  /** Moves a file or directory, durably. After a failure it is in its old place, as far as the disk allows. */
  move(from: string, to: string): Promise<void>;
  /** Removes a file, or a directory with all its content, even where write permission is missing. */
  removeTree(path: string): Promise<void>;
  /** Removes drafts that a killed process left in this directory. */
  sweepDrafts(path: string): Promise<void>;
}

export const systemDisk: Disk = createDisk(systemFiles);

/** The file system, with directory syncs that concurrent callers share. */
type Files = FileSystem & { syncDirectory: Sync };

export function createDisk(given: FileSystem): Disk {
  const files: Files = { ...given, syncDirectory: createSharedSync((path) => syncDirectory(given, path)) };
  return {
    readText: (path) => files.readFile(path, "utf8").catch(missing),
    readFrom: (path, offset) => files.readFrom(path, offset).catch(missing),
    readBetween: (path, range) => readBetween(files, path, range).catch(missing),
    replace: (path, text) => replace(files, path, text),
    replaceIf: (order) => replaceIf(files, order),
    replaceUnsynced: (path, text) => replaceUnsynced(files, path, text),
    createNew: (path, text) => createNew(files, path, text),
    link: (existing, path) => link(files, existing, path),
    append: (order) => append(files, order),
    secure: (path) => secure(files, path),
    secureNames: (path) => files.syncDirectory(path).catch(missing),
    makeDirectory: (path) => makeDirectory(files, path),
    makeDirectories: (path) => makeDirectories(files, path),
    list: async (path) => (await files.readdir(path).catch(missing)) ?? [],
    sizeOf: async (path) => (await files.stat(path).catch(missing))?.size,
    move: (from, to) => move(files, from, to),
    removeTree: (path) => removeTree(files, path),
    sweepDrafts: (path) => sweepDrafts(files, path),
  };
}

async function readBetween(
  files: Files,
  path: string,
  { from, to }: { from: number; to: number },
): Promise<Buffer> {
  const file = await files.open(path, "r");
  try {
    const bytes = Buffer.alloc(to - from);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, from);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function replace(files: Files, path: string, text: string): Promise<void> {
  await replaceIf(files, { path, text, isStill: () => true });
}

async function replaceIf(files: Files, { path, text, isStill }: ReplaceIf): Promise<boolean> {
  const draft = await writeDraft(files, path, text);
  if (!isStill()) {
    await files.rm(draft, { force: true });
    return false;
  }
  await files.rename(draft, path).catch((error: unknown) => discard(files, draft, error));
  await files.syncDirectory(dirname(path));
  return true;
}

async function replaceUnsynced(files: FileSystem, path: string, text: string): Promise<void> {
  const draft = draftOf(files, path);
  try {
    await files.writeNew(draft, text);
    await files.rename(draft, path);
  } catch (error) {
    await discard(files, draft, error);
  }
}

/** Syncs the directory even if the name is taken: the process that took it may have been killed before its sync. */
async function createNew(files: Files, path: string, text: string): Promise<boolean> {
  const draft = await writeDraft(files, path, text);
  let isNew: boolean;
  try {
    isNew = await unlessTaken(files.link(draft, path));
  } finally {
    await files.unlink(draft);
  }
  await files.syncDirectory(dirname(path));
  return isNew;
}

async function link(files: Files, existing: string, path: string): Promise<boolean> {
  const isNew = await unlessTaken(files.link(existing, path));
  await files.syncDirectory(dirname(path));
  return isNew;
}

async function unlessTaken(making: Promise<unknown>): Promise<boolean> {
  try {
    await making;
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
}

function draftOf(files: FileSystem, path: string): string {
  return `${dirname(path)}/.${basename(path).slice(0, 100)}.${files.newName()}.draft`;
}

async function writeDraft(files: FileSystem, path: string, text: string): Promise<string> {
  const draft = draftOf(files, path);
  const file = await files.open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await discard(files, draft, error);
  } finally {
    await file.close();
  }
  return draft;
}

async function discard(files: FileSystem, draft: string, cause: unknown): Promise<never> {
  await files.rm(draft, { force: true });
  throw cause;
}

/**
 * Keeps no file descriptor open between two appends, because thousands of commissions may be waiting, each with a file.
 */
async function append(files: Files, { path, text, at }: Append): Promise<void> {
  const file = await files.open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND, 0o600);
  try {
    const { size } = await file.stat();
    if (size < at) throw new Error(`${path} is ${size} bytes long; ${at} were written to it before.`);
    if (size > at) await file.truncate(at);
    await appendWhole(file, text, at);
  } finally {
    await file.close();
  }
  if (at === 0) await files.syncDirectory(dirname(path));
}

/**
 * Appends all of the text. A failed append is cut off at once, because a half-written line would corrupt the
 * next one.
 */
async function appendWhole(file: OpenFile, text: string, sizeBefore: number): Promise<void> {
  try {
    await file.appendFile(text);
    await file.datasync();
  } catch (error) {
    await file.truncate(sizeBefore).catch(() => {
      // Best effort: the next append cuts the excess.
    });
    throw error;
  }
}

/** Writes the same bytes again, because the kernel counts pages whose sync failed as clean and would not write them. */
async function secure(files: Files, path: string): Promise<void> {
  const bytes = (await files.readFrom(path, 0).catch(missing)) ?? Buffer.alloc(0);
  const file = await files.open(path, "r+");
  try {
    for (let at = 0; at < bytes.length;)
      at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten;
    await file.sync();
  } finally {
    await file.close();
  }
  await files.syncDirectory(dirname(path));
  await files.syncDirectory(dirname(dirname(path)));
}

async function makeDirectory(files: Files, path: string): Promise<boolean> {
  const isNew = await unlessTaken(files.mkdir(path, { mode: 0o700 }));
  await files.syncDirectory(dirname(path));
  return isNew;
}

async function makeDirectories(files: Files, path: string): Promise<void> {
  try {
    await makeDirectory(files, path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    await makeDirectories(files, dirname(path));
    await makeDirectory(files, path);
  }
}

async function sweepDrafts(files: FileSystem, path: string): Promise<void> {
  const left = ((await files.readdir(path).catch(missing)) ?? []).filter((name) =>
    /^\..*\.draft$/.test(name),
  );
  for (const name of left) await files.rm(`${path}/${name}`, { force: true });
}

/**
 * Moves the file. If the new name cannot be made durable, renames the file back before it reports the
 * failure.
 */
async function move(files: Files, from: string, to: string): Promise<void> {
  await files.rename(from, to);
  try {
    await files.syncDirectory(dirname(from));
    await files.syncDirectory(dirname(to));
  } catch (error) {
    await files.rename(to, from).catch(() => {
      // Best effort: the disk has just failed.
    });
    throw error;
  }
}

async function syncDirectory(files: FileSystem, path: string): Promise<void> {
  const directory = await files.open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

function missing(error: unknown): undefined {
  if (codeOf(error) === "ENOENT") return undefined;
  throw error;
}
