// Stores the hall's records of a worktree in git's directory for it: whether the worktree is complete, which files were
// copied into it, and which files the project's set-up command left there.
import { z } from "zod";
import type { Disk } from "../../host/files/disk.ts";
import { plainFiles } from "../../host/files/plain-files.ts";

/** Maps each copied file to the SHA-256 of its content at that time. */
const copied = z.record(z.string(), z.string());

/** Maps each untracked file to its stamp at the end of set-up. A stamp changes with every change of the file. */
const stamps = z.record(z.string(), z.string());

export type Copied = z.infer<typeof copied>;
export type Stamps = z.infer<typeof stamps>;

const version = 1;
const made = z.object({ version: z.literal(version), copied });
const setUp = z.object({ version: z.literal(version), stamps });

const names = {
  made: "guild-hall-made.json",
  setUp: "guild-hall-set-up.json",
  index: "guild-hall-index",
  closing: "guild-hall-closing",
  found: "guild-hall-found",
};

/** Returns the path of the hall's own index, which is built anew from the worktree's index for each use. */
export function privateIndex(gitDir: string): string {
  return `${gitDir}/${names.index}`;
}

/**
 * Returns the path of a marker file. It says that git's entry was recreated for a worktree with files that a
 * worker may have changed.
 */
export function foundMark(gitDir: string): string {
  return `${gitDir}/${names.found}`;
}

/** Returns the files that were copied in; `null` if no readable record says that the worktree is complete. */
export async function readCopied(disk: Pick<Disk, "readText">, gitDir: string): Promise<Copied | null> {
  return made.safeParse(await readJson(disk, `${gitDir}/${names.made}`)).data?.copied ?? null;
}

/**
 * Records that the worktree is complete: from now on its files are the worker's. If files were copied in, the
 * record is fsynced, because they may hold secrets and only the record names them. Otherwise it is not: an
 * fsync would wait for all files just checked out, and losing the record in a power cut does no harm.
 */
export function writeMade(disk: Disk, { gitDir, copied }: { gitDir: string; copied: Copied }): Promise<void> {
  const write = Object.keys(copied).length === 0 ? disk.replaceUnsynced : disk.replace;
  return write(`${gitDir}/${names.made}`, JSON.stringify({ version, copied }));
}

/**
 * Records that a worktree without changes is being closed. From now on a missing file does not count as deleted by the
 * worker, because the closing removes files.
 */
export function writeClosing(disk: Disk, gitDir: string): Promise<void> {
  return disk.replace(`${gitDir}/${names.closing}`, "Nothing was changed here; it is being closed.\n");
}

export async function isClosing(disk: Pick<Disk, "readText">, gitDir: string): Promise<boolean> {
  return (await disk.readText(`${gitDir}/${names.closing}`)) !== undefined;
}

/** Returns `undefined` if the file is missing, or if a power cut left it empty or broken. Never blocks on a pipe. */
async function readJson(disk: Pick<Disk, "readText">, path: string): Promise<unknown> {
  if (plainFiles.look(path)?.kind !== "file") return undefined;
  try {
    return JSON.parse((await disk.readText(path)) ?? "");
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Returns the stamps of the files that set-up left; none if there was no set-up. */
async function readSetUp(disk: Disk, gitDir: string): Promise<Stamps> {
  return setUp.safeParse(await readJson(disk, `${gitDir}/${names.setUp}`)).data?.stamps ?? {};
}

export function writeSetUp(
  disk: Disk,
  { gitDir, stamps }: { gitDir: string; stamps: Stamps },
): Promise<void> {
  return disk.replace(`${gitDir}/${names.setUp}`, JSON.stringify({ version, stamps }));
}

/** The files in a worktree that are not the worker's: copied in by the hall, or left by the set-up command. */
export interface BroughtAlong {
  copied: Copied;
  stamps: Stamps;
}

export async function readBroughtAlong(disk: Disk, gitDir: string): Promise<BroughtAlong> {
  return { copied: (await readCopied(disk, gitDir)) ?? {}, stamps: await readSetUp(disk, gitDir) };
}

/** Tells whether the file was copied in, even if it was changed since, or is still as set-up left it. */
export function isBroughtAlong(
  { copied, stamps }: BroughtAlong,
  file: { path: string; stamp: string },
): boolean {
  if (Object.hasOwn(copied, file.path)) return true;
  return Object.hasOwn(stamps, file.path) && stamps[file.path] === file.stamp;
}
