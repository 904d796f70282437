// Goes through everything below a directory that somebody else filled. Each directory is held open while it is gone
// through, so that one that is swapped for a link leads nowhere; links are named and never followed. The event loop
// gets a turn every few milliseconds, however many files there are.
import { chmodSync, lstatSync, type Stats } from "node:fs";
import type { Directory } from "./inside.ts";
import { codeOf } from "./disk.ts";
import { createBreath, entriesIn, entryAt, holdDirectory, vanished } from "./entries.ts";

export interface Walked {
  /** Relative to the root. Where a name is no text, it says so in a way that can be printed. */
  path: string;
  /** Whether `path` is its path: names may be any bytes, and need not be text. */
  isText: boolean;
  kind: "file" | "link" | "directory" | "other";
  /** How many directories it lies in. */
  depth: number;
  bytes: number;
  mode: number;
  /** Changes with every change of the file, as far as the kernel tells: nobody can set the time of that back. */
  stamp: string;
  /** Where it can be reached during the visit, through the directory that is held. */
  at: string | Buffer;
}

export interface Walk {
  /** Whether to go into this directory. */
  into(directory: Walked): boolean | Promise<boolean>;
  /** Everything that is not a directory. */
  visit(entry: Walked): void | Promise<void>;
  /** After all that is in it. */
  left?(directory: Walked): void;
}

/** Each directory on the way is held open: a tree of any depth would take all descriptors that there are. */
const deepest = 256;

/** What vanishes meanwhile is passed over, and so is what lies too deep. Nothing where there is no such directory. */
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

/** One file or link, as a walk gives it; undefined where nothing is. */
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

/** Gives its owner back the right to read it. True: it was closed. False: it was open, or is not ours to open. */
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
