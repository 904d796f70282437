// Writes a file at an untrusted path, such as a worker's. On Linux every directory on the way is held open,
// so that swapping one for a symlink does not lead outside. The draft and the final name are in the directory
// that was opened.
import { constants } from "node:fs";
import { type FileHandle, open, rename, unlink } from "node:fs/promises";
import {
  below,
  type Directory,
  explain,
  type InsideResult,
  no,
  openDirectory,
  openRegular,
  splitRelative,
  syncNames,
} from "./inside.ts";
import { codeOf } from "./disk.ts";

export interface Replacement {
  /** Relative to the root. Missing directories are created. */
  path: string;
  /** Returns the new content. `before` is the beginning of the current content; `null` if there is no file. */
  make(before: Buffer | null): Buffer;
}

/** How much of the current content `make` is given. */
const shownBytes = 4 * 1024 * 1024;

/**
 * Replaces or creates a file, durably. A reader sees the old content or the new one. Only a regular file is replaced.
 */
export async function replaceInside(
  root: string,
  { path, make }: Replacement,
): Promise<InsideResult<{ bytes: number }>> {
  const parts = splitRelative(path);
  if (!parts.ok) return parts;
  const directory = await openDirectory(root, parts.value.slice(0, -1), { make: true });
  if (!directory.ok) return directory;
  try {
    return { ok: true, value: await replaceIn(directory.value, { name: parts.value.at(-1) ?? "", make }) };
  } catch (error) {
    // A worker that can write here may have removed the directory meanwhile.
    return no(codeOf(error) === "ENOENT" ? "its directory is gone" : explain(error));
  } finally {
    await directory.value.handle?.close();
  }
}

async function replaceIn(
  directory: Directory,
  { name, make }: { name: string; make: Replacement["make"] },
): Promise<{ bytes: number }> {
  const before = await readBefore(directory, name);
  const bytes = make(before?.bytes ?? null);
  const draft = await writeDraft(directory, { bytes, mode: before?.mode ?? 0o600 });
  await rename(below(directory, draft), below(directory, name)).catch((error: unknown) =>
    discard(directory, { draft, error }),
  );
  await syncNames(directory);
  return { bytes: bytes.length };
}

interface Before {
  bytes: Buffer;
  mode: number;
}

async function readBefore(directory: Directory, name: string): Promise<Before | null> {
  const file = await openRegular(directory, name).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
  if (!file) return null;
  try {
    const { mode } = await file.stat();
    return { bytes: await readStart(file, shownBytes), mode: mode & 0o777 };
  } finally {
    await file.close();
  }
}

/** Reads at most `most` bytes from the beginning of the file. */
export async function readStart(file: FileHandle, most: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.min(most, (await file.stat()).size));
  let filled = 0;
  while (filled < bytes.length) {
    const { bytesRead } = await file.read(bytes, filled, bytes.length - filled, filled);
    if (bytesRead === 0) break; // the file became shorter meanwhile
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
}

let drafts = 0;

async function writeDraft(
  directory: Directory,
  { bytes, mode }: { bytes: Buffer; mode: number },
): Promise<string> {
  const { draft, file } = await openDraft(directory);
  try {
    await file.writeFile(bytes);
    await file.chmod(mode);
    await file.sync();
  } catch (error) {
    await discard(directory, { draft, error });
  } finally {
    await file.close();
  }
  return draft;
}

const tries = 100;

/**
 * Tries one name after another, because a killed process may have left a draft of that name, or a worker may have
 * guessed it.
 */
async function openDraft(directory: Directory): Promise<{ draft: string; file: FileHandle }> {
  const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;
  for (let left = tries; ; left -= 1) {
    drafts += 1;
    const draft = `.${process.pid}-${drafts}.draft`;
    try {
      return { draft, file: await open(below(directory, draft), flags, 0o600) };
    } catch (error) {
      if (codeOf(error) !== "EEXIST" || left === 0) throw error;
    }
  }
}

async function discard(
  directory: Directory,
  { draft, error }: { draft: string; error: unknown },
): Promise<never> {
  await unlink(below(directory, draft)).catch(() => undefined); // best effort: the caller needs the first error
  throw error;
}
