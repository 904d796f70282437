// Writes files durably: a reader sees the old text or the new one, and a resolved write survives a power cut.
import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";

const draftName = /^\..*\.draft$/;

export function isDraft(name: string): boolean {
  return draftName.test(name);
}

/** Writes a draft, fsyncs it, renames it and fsyncs the directory. */
export async function replaceFile(path: string, content: string | Uint8Array): Promise<void> {
  const draft = `${dirname(path)}/.${basename(path).slice(0, 100)}.${randomUUID()}.draft`;
  try {
    await writeNew(draft, content);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

/** Creates a file and fsyncs its content, but not its directory entry. For directories without other readers. */
export async function writeNew(path: string, content: string | Uint8Array): Promise<void> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  const file = await open(path, flags, 0o600);
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Returns false if the directory already existed. */
export async function makeDirectory(path: string): Promise<boolean> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  await syncDirectory(dirname(path));
  return true;
}

export async function syncDirectory(path: string): Promise<void> {
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

const notThere: readonly (string | undefined)[] = ["ENOENT", "ENOTDIR", "ELOOP"];

/** Maps "not there" to `undefined`, because a person may have removed the file or replaced it with a symlink. */
export function missing(error: unknown): undefined {
  if (!notThere.includes(codeOf(error))) throw error;
  return undefined;
}

/** Like `missing`, but maps a file that this user may not read to `undefined`, too. */
export function unreadable(error: unknown): undefined {
  return codeOf(error) === "EACCES" ? undefined : missing(error);
}
