// What the hall remembers of a worktree, beside what git keeps of it: whether it is whole, what was copied into it, and
// what set-up left there.
import { z } from "zod";
import type { Disk } from "../../host/files/disk.ts";
import { plainFiles } from "../../host/files/plain-files.ts";

/** By the path of each file the SHA-256 of what it held when it was copied. */
const copied = z.record(z.string(), z.string());

/** By the path of each file that was in no commit when set-up had ended, its stamp. */
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

/** An index of the hall's own, made anew from the worktree's for each look. */
export function privateIndex(gitDir: string): string {
  return `${gitDir}/${names.index}`;
}

/** There: git's entry was taken away and made anew around files that somebody may have worked on. */
export function foundMark(gitDir: string): string {
  return `${gitDir}/${names.found}`;
}

/** Null: it is not whole. */
export async function readCopied(disk: Pick<Disk, "readText">, gitDir: string): Promise<Copied | null> {
  return made.safeParse(await readJson(disk, `${gitDir}/${names.made}`)).data?.copied ?? null;
}

/**
 * From now on the worktree is whole, and its files are the worker's. Without copies it is not synced: that would wait for
 * all the files that were just checked out, and one that is lost in a power cut does no harm. What was copied is known
 * from here alone, and may hold secrets.
 */
export function writeMade(disk: Disk, { gitDir, copied }: { gitDir: string; copied: Copied }): Promise<void> {
  const write = Object.keys(copied).length === 0 ? disk.replaceUnsynced : disk.replace;
  return write(`${gitDir}/${names.made}`, JSON.stringify({ version, copied }));
}

/** From now on what is missing in the worktree was taken away by its closing: nothing had changed there. */
export function writeClosing(disk: Disk, gitDir: string): Promise<void> {
  return disk.replace(`${gitDir}/${names.closing}`, "Nothing was changed here; it is being closed.\n");
}

export async function isClosing(disk: Pick<Disk, "readText">, gitDir: string): Promise<boolean> {
  return (await disk.readText(`${gitDir}/${names.closing}`)) !== undefined;
}

/** undefined also where a power cut has left an empty file, or something else. Nobody waits at a pipe. */
async function readJson(disk: Pick<Disk, "readText">, path: string): Promise<unknown> {
  if (plainFiles.look(path)?.kind !== "file") return undefined;
  try {
    return JSON.parse((await disk.readText(path)) ?? "");
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Empty where there was no set-up. */
async function readSetUp(disk: Disk, gitDir: string): Promise<Stamps> {
  return setUp.safeParse(await readJson(disk, `${gitDir}/${names.setUp}`)).data?.stamps ?? {};
}

export function writeSetUp(
  disk: Disk,
  { gitDir, stamps }: { gitDir: string; stamps: Stamps },
): Promise<void> {
  return disk.replace(`${gitDir}/${names.setUp}`, JSON.stringify({ version, stamps }));
}

/** What was put into a worktree and is no work. */
export interface BroughtAlong {
  copied: Copied;
  stamps: Stamps;
}

export async function readBroughtAlong(disk: Disk, gitDir: string): Promise<BroughtAlong> {
  return { copied: (await readCopied(disk, gitDir)) ?? {}, stamps: await readSetUp(disk, gitDir) };
}

/** A copy, changed or not, or something that is as set-up left it. */
export function isBroughtAlong(
  { copied, stamps }: BroughtAlong,
  file: { path: string; stamp: string },
): boolean {
  if (Object.hasOwn(copied, file.path)) return true;
  return Object.hasOwn(stamps, file.path) && stamps[file.path] === file.stamp;
}
