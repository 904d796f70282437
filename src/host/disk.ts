// Durable files. Two ways to write one whole, both atomic, and one way to append; nothing else writes state.
import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import {
  chmod,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
} from "node:fs/promises";
import { basename, dirname } from "node:path";

export interface Append {
  path: string;
  text: string;
  /** How long the file is, as its owner knows. Anything beyond is a torn tail of the owner's own and is cut. */
  at: number;
}

export interface Disk {
  /** undefined when there is no such file. */
  readText(path: string): Promise<string | undefined>;
  /** Bytes from an offset to the end, and the file's size; undefined when there is no such file. */
  readFrom(path: string, offset: number): Promise<Buffer | undefined>;
  /** Draft, fsync, rename, fsync the directory. */
  replace(path: string, text: string): Promise<void>;
  /** Draft, fsync, hard link, fsync the directory: false when the name is taken, durably. */
  createNew(path: string, text: string): Promise<boolean>;
  /** Durable when it resolves; after a failure the file is as long as before. Creates the file where `at` is 0. */
  append(append: Append): Promise<void>;
  /** Makes one directory, durable, mode 0700; false when it exists, durably. */
  makeDirectory(path: string): Promise<boolean>;
  /** Makes a directory and those above it that are missing; every new one is durable. */
  makeDirectories(path: string): Promise<void>;
  list(path: string): Promise<string[]>;
  sizeOf(path: string): Promise<number | undefined>;
  /** Durable when it resolves; after a failure it is where it was. */
  move(from: string, to: string): Promise<void>;
  /** Removes all of it, also what its owner may not write to at the moment. */
  removeTree(path: string): Promise<void>;
  /** Removes drafts that a killed process left in this directory. */
  sweepDrafts(path: string): Promise<void>;
}

export const systemDisk: Disk = {
  readText: (path) => readFile(path, "utf8").catch(missing),
  readFrom,
  replace,
  createNew,
  append,
  makeDirectory,
  makeDirectories,
  list: async (path) => (await readdir(path).catch(missing)) ?? [],
  sizeOf: async (path) => (await stat(path).catch(missing))?.size,
  move,
  removeTree,
  sweepDrafts,
};

async function readFrom(path: string, offset: number): Promise<Buffer | undefined> {
  const file = await open(path, "r").catch(missing);
  if (!file) return undefined;
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.max(0, size - offset));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset);
    return bytes.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function replace(path: string, text: string): Promise<void> {
  const draft = await writeDraft(path, text);
  await rename(draft, path).catch((error: unknown) => discard(draft, error));
  await syncDirectory(dirname(path));
}

async function createNew(path: string, text: string): Promise<boolean> {
  const draft = await writeDraft(path, text);
  try {
    await link(draft, path);
  } catch (error) {
    if (codeOf(error) === "EEXIST") return taken(path);
    throw error;
  } finally {
    await unlink(draft);
  }
  await syncDirectory(dirname(path));
  return true;
}

/** Whoever took the name may have failed before it was durable, and the caller now relies on it. */
async function taken(path: string): Promise<false> {
  await syncDirectory(dirname(path));
  return false;
}

async function writeDraft(path: string, text: string): Promise<string> {
  const draft = `${dirname(path)}/.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.draft`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } catch (error) {
    await discard(draft, error);
  } finally {
    await file.close();
  }
  return draft;
}

async function discard(draft: string, cause: unknown): Promise<never> {
  await rm(draft, { force: true });
  throw cause;
}

/** No descriptor stays open between two appends: a hall may hold thousands of commissions that wait. */
async function append({ path, text, at }: Append): Promise<void> {
  const file = await open(path, constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND, 0o600);
  try {
    const { size } = await file.stat();
    if (size < at) throw new Error(`${path} is ${size} bytes long; ${at} were written to it before.`);
    if (size > at) await file.truncate(at);
    await appendWhole(file, text, at);
  } finally {
    await file.close();
  }
  if (at === 0) await syncDirectory(dirname(path));
}

/** A half-written line would swallow the next one, so a failed append is cut off again at once. */
async function appendWhole(file: FileHandle, text: string, sizeBefore: number): Promise<void> {
  try {
    await file.appendFile(text);
    await file.datasync();
  } catch (error) {
    await file.truncate(sizeBefore).catch(() => {
      // Best effort: the next append cuts what is too long.
    });
    throw error;
  }
}

async function makeDirectory(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return taken(path);
    throw error;
  }
  await syncDirectory(dirname(path));
  return true;
}

async function makeDirectories(path: string): Promise<void> {
  try {
    await makeDirectory(path);
  } catch (error) {
    if (codeOf(error) !== "ENOENT") throw error;
    await makeDirectories(dirname(path));
    await makeDirectory(path);
  }
}

async function removeTree(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true });
  } catch (error) {
    if (codeOf(error) !== "EACCES" && codeOf(error) !== "EPERM") throw error;
    await openUp(path);
    await rm(path, { recursive: true, force: true });
  }
}

/** A worker may have closed its own directories; they are ours all the same. Links are not followed. */
async function openUp(path: string): Promise<void> {
  await chmod(path, 0o700);
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (entry.isDirectory()) await openUp(`${path}/${entry.name}`);
  }
}

async function sweepDrafts(path: string): Promise<void> {
  const left = ((await readdir(path).catch(missing)) ?? []).filter((name) => /^\..*\.draft$/.test(name));
  for (const name of left) await rm(`${path}/${name}`, { force: true });
}

async function move(from: string, to: string): Promise<void> {
  await rename(from, to);
  try {
    await syncDirectory(dirname(from));
    await syncDirectory(dirname(to));
  } catch (error) {
    await rename(to, from).catch(() => {
      // Best effort: the disk fails. What is told is the first error.
    });
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path, "r");
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
