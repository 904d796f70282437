// Walks everything below an untrusted directory. Symlinks are visited but never followed. On Linux each
// directory is held open while it is walked, so that swapping it for a symlink does not lead the walk
// outside. The walk yields to the event loop every few milliseconds, however many files there are.
import { chmodSync, lstatSync, type Stats } from "node:fs";
import type { Directory } from "./inside.ts";
import { codeOf } from "./disk.ts";
import { createBreath, entriesIn, entryAt, holdDirectory, vanished } from "./entries.ts";

export interface Walked {
  /** Relative to the root. If a name is not valid text, a printable form of it. */
  path: string;
  /** Whether `path` is its real path: names may be any bytes, and need not be valid text. */
  isText: boolean;
  kind: "file" | "link" | "directory" | "other";
  /** How many directories there are between it and the root. */
  depth: number;
  bytes: number;
  mode: number;
  /**
   * A string that changes with every change of the file, as far as the kernel tells: no program can set the change
   * time.
   */
  stamp: string;
  /** A path that is valid during the visit only, through the directory that is held open. */
  at: string | Buffer;
}

export interface Walk {
  /** Returns true to enter this directory. */
  into(directory: Walked): boolean | Promise<boolean>;
  /** Called for everything that is not a directory. */
  visit(entry: Walked): void | Promise<void>;
  /** Called after everything in the directory was walked. */
  left?(directory: Walked): void;
}

/**
 * How deep the walk goes. It holds every directory on its path open, so an unlimited depth would use up the
 * file descriptors.
 */
const deepest = 256;

/** Walks the directory, if it exists. Skips everything that vanishes meanwhile or is nested too deeply. */
export async function walkInside(root: string, walk: Walk): Promise<void> {
  const directory = await holdDirectory(root);
  if (directory) await walkIn(walk, { directory, path: "", isText: true, depth: 0, breath: createBreath() });
}

interface Place {
  directory: Directory;
  path: string;
  isText: boolean;
  depth: number;
  breath: ReturnType<typeof createBreath>;
}

async function walkIn(walk: Walk, place: Place): Promise<void> {
  try {
    for await (const entries of entriesIn(place.directory))
      for (const { name } of entries) {
        const entry = look(place, name);
        const visit =
          entry?.kind === "directory" ? walkInto(walk, { place, entry }) : entry && walk.visit(entry);
        if (visit) await visit;
        const turn = place.breath();
        if (turn) await turn;
      }
  } finally {
    await place.directory.handle?.close();
  }
}

async function walkInto(walk: Walk, { place, entry }: { place: Place; entry: Walked }): Promise<void> {
  if (place.depth >= deepest || !(await walk.into(entry))) return;
  const directory = await holdDirectory(entry.at);
  if (!directory) return;
  await walkIn(walk, {
    directory,
    path: `${entry.path}/`,
    isText: entry.isText,
    depth: place.depth + 1,
    breath: place.breath,
  });
  walk.left?.(entry);
}

function look({ directory, path, isText: above, depth }: Place, name: Buffer): Walked | undefined {
  const { at, text } = entryAt(directory, name);
  const found = lstatSync(at, { throwIfNoEntry: false });
  if (!found) return undefined;
  const stamp = stampOf(found);
  const printed = path + (text ?? `${name.toString("utf8")} (${name.toString("hex")})`);
  const { size: bytes, mode } = found;
  return {
    path: printed,
    isText: above && text !== null,
    kind: kindOf(found),
    depth,
    bytes,
    mode,
    stamp,
    at,
  };
}

function stampOf({ ino, ctimeMs, size }: Stats): string {
  return `${ino}-${ctimeMs}-${size}`;
}

/** Inspects one path as a walk does; `undefined` if nothing is there. */
export function lookAt(path: string): Pick<Walked, "kind" | "bytes" | "stamp"> | undefined {
  try {
    const found = lstatSync(path, { throwIfNoEntry: false });
    return found && { kind: kindOf(found), bytes: found.size, stamp: stampOf(found) };
  } catch (error) {
    if (vanished.includes(codeOf(error))) return undefined;
    throw error;
  }
}

function kindOf(found: Stats): Walked["kind"] {
  if (found.isDirectory()) return "directory";
  if (found.isFile()) return "file";
  return found.isSymbolicLink() ? "link" : "other";
}

const toRead = { directory: 0o700, file: 0o400, link: 0, other: 0 } as const;

/**
 * Restores the owner's read permission, and on a directory all of the owner's permissions. Returns true if
 * one was missing; false if none was, if another user owns the entry, or if it vanished.
 */
export function openUp({ kind, mode, at }: Walked): boolean {
  const needed = toRead[kind];
  if ((mode & needed) === needed) return false;
  try {
    chmodSync(at, (mode & 0o777) | needed);
    return true;
  } catch (error) {
    if (codeOf(error) === "EPERM" || vanished.includes(codeOf(error))) return false;
    throw error;
  }
}
