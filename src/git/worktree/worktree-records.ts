// Stores the hall's records of a worktree beside git's entry: whether it is complete, which files were copied into it,
// and what set-up left there.
import { z } from "zod";
import type { Disk } from "../../host/files/disk.ts";
import { plainFiles } from "../../host/files/plain-files.ts";

/** Maps each copied file to the SHA-256 of its content at that time. */
const copied = z.record(z.string(), z.string());

/** Maps each untracked file to its stamp at the end of set-up. */
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

/** The hall's private index, built from the worktree's for each look. */
export function privateIndex(gitDir: string): string {
  return `${gitDir}/${names.index}`;
}

/** Marker file: git's entry was recreated around existing files, which a worker may have changed. */
export function foundMark(gitDir: string): string {
  return `${gitDir}/${names.found}`;
}

/** `null` if the worktree is not complete. */
export async function readCopied(disk: Pick<Disk, "readText">, gitDir: string): Promise<Copied | null> {
  return made.safeParse(await readJson(disk, `${gitDir}/${names.made}`)).data?.copied ?? null;
}

/**
 * Marks the worktree as complete: from now on its files are the worker's. Without copies it is not fsynced, because
 * that would wait for all files just checked out, and losing it in a power cut does no harm. With copies it is, because
 * only this record says which files were copied and may hold secrets.
 */
export function writeMade(disk: Disk, { gitDir, copied }: { gitDir: string; copied: Copied }): Promise<void> {
  const write = Object.keys(copied).length === 0 ? disk.replaceUnsynced : disk.replace;
  return write(`${gitDir}/${names.made}`, JSON.stringify({ version, copied }));
}

/** Marks the worktree as closing: nothing had changed there, and missing files were removed by the closing. */
export function writeClosing(disk: Disk, gitDir: string): Promise<void> {
  return disk.replace(`${gitDir}/${names.closing}`, "Nothing was changed here; it is being closed.\n");
}

export async function isClosing(disk: Pick<Disk, "readText">, gitDir: string): Promise<boolean> {
  return (await disk.readText(`${gitDir}/${names.closing}`)) !== undefined;
}

/** Returns `undefined` also if a power cut left an empty or broken file. Never blocks on a pipe. */
async function readJson(disk: Pick<Disk, "readText">, path: string): Promise<unknown> {
  if (plainFiles.look(path)?.kind !== "file") return undefined;
  try {
    return JSON.parse((await disk.readText(path)) ?? "");
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Empty if there was no set-up. */
async function readSetUp(disk: Disk, gitDir: string): Promise<Stamps> {
  return setUp.safeParse(await readJson(disk, `${gitDir}/${names.setUp}`)).data?.stamps ?? {};
}

export function writeSetUp(
  disk: Disk,
  { gitDir, stamps }: { gitDir: string; stamps: Stamps },
): Promise<void> {
  return disk.replace(`${gitDir}/${names.setUp}`, JSON.stringify({ version, stamps }));
}

/** Files that were put into a worktree and are not the worker's. */
export interface BroughtAlong {
  copied: Copied;
  stamps: Stamps;
}

export async function readBroughtAlong(disk: Disk, gitDir: string): Promise<BroughtAlong> {
  return { copied: (await readCopied(disk, gitDir)) ?? {}, stamps: await readSetUp(disk, gitDir) };
}

/** Whether it is a copied file, changed or not, or is as set-up left it. */
export function isBroughtAlong(
  { copied, stamps }: BroughtAlong,
  file: { path: string; stamp: string },
): boolean {
  if (Object.hasOwn(copied, file.path)) return true;
  return Object.hasOwn(stamps, file.path) && stamps[file.path] === file.stamp;
}
