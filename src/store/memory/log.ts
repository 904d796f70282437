// Parses and formats the log of a memory scope: a line for each change of an entry, and a line once the entry's file
// has the new content. Versions and authors come from the log alone, never from the text of an entry.
import { z } from "zod";
import {
  memoryAuthor,
  memoryChange,
  type MemoryEntry,
  memoryKey,
  type MemoryKey,
  type MemoryScope,
  type MemoryVersion,
} from "../../contract/memory/memory.ts";
import { Fault } from "../../contract/api/problem.ts";
import { formatHashedLine, parseHashedLine } from "../../base/data/hashed-line.ts";
import { tokensOf } from "../../base/text/tokens.ts";

const versionLine = z.object({
  v: z.literal(1),
  at: z.string(),
  key: memoryKey,
  version: z.int().positive(),
  change: memoryChange,
  by: memoryAuthor,
  untrusted: z.boolean(),
  rehearsed: z.boolean(),
  /** The hash of the text; for a forgotten or compacted entry, of the removed text. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  bytes: z.int().nonnegative(),
  characters: z.int().nonnegative(),
  of: z.int().positive().nullable(),
  /** The id of the tool call that wrote this version, so that a repeated call writes it only once. */
  call: z.string().nullable(),
  /** Set only on a person's edit that looks like damage to the file. */
  suspect: z.boolean().optional(),
});
export type VersionLine = z.infer<typeof versionLine>;

/**
 * Says that the file of `key` has been given the content of version `settled`. `stamp` identifies the state of the file
 * by its inode, change time and size; `null` if the file was removed, or has been changed since.
 */
const settledLine = z.object({
  v: z.literal(1),
  key: memoryKey,
  settled: z.int().positive(),
  stamp: z.string().nullable(),
});
export type SettledLine = z.infer<typeof settledLine>;

export type LogLine = VersionLine | SettledLine;

/** Everything that the log says about one key. */
export interface KeyRecord {
  /** Oldest first, at least one. A record from the cache of latest-index.ts has only the latest. */
  versions: [VersionLine, ...VersionLine[]];
  settled: number;
  stamp: string | null;
}

export type Records = Map<MemoryKey, KeyRecord>;

export interface LogRead {
  lines: LogLine[];
  /** The length of the log up to and including the last newline. */
  wholeBytes: number;
  /** The numbers of unreadable lines. */
  damaged: number[];
}

const newline = 0x0a;

export function parseLog(bytes: Buffer, path: string): LogRead {
  const wholeBytes = bytes.lastIndexOf(newline) + 1;
  const read: LogRead = { lines: [], wholeBytes, damaged: [] };
  if (wholeBytes === 0) return read;
  for (const [index, text] of bytes
    .toString("utf8", 0, wholeBytes - 1)
    .split("\n")
    .entries()) {
    const line = parseLine(text, path);
    if (line === undefined) read.damaged.push(index + 1);
    else read.lines.push(line);
  }
  return read;
}

function parseLine(text: string, path: string): LogLine | undefined {
  const value = parseHashedLine(text);
  if (typeof value !== "object" || value === null) return undefined;
  // A line of a newer release is not damage: that release can read it, so the file must stay as it is.
  if ("v" in value && typeof value.v === "number" && value.v > 1)
    throw new Fault("newer", `${path} was written by a newer release.`);
  return ("settled" in value ? settledLine : versionLine).safeParse(value).data;
}

export function formatLines(lines: readonly LogLine[]): string {
  return lines.map((line) => `${formatHashedLine(line)}\n`).join("");
}

export function foldLines(lines: readonly LogLine[]): Records {
  const records: Records = new Map();
  for (const line of lines) noteLine(records, line);
  return records;
}

export function noteLine(records: Records, line: LogLine): void {
  const known = records.get(line.key);
  if ("settled" in line) {
    if (known) Object.assign(known, { settled: line.settled, stamp: line.stamp });
  } else if (known) known.versions.push(line);
  else records.set(line.key, { versions: [line], settled: 0, stamp: null });
}

export function latestOf({ versions }: KeyRecord): VersionLine {
  return versions.at(-1) ?? versions[0];
}

/** Returns true if the entry exists after this change. */
export function isThere({ change }: VersionLine): boolean {
  return change !== "forgotten" && change !== "compacted";
}

export function entryOf(scope: MemoryScope, line: VersionLine): MemoryEntry {
  const { key, version, at, bytes, by, untrusted, rehearsed, suspect } = line;
  const entry = {
    scope,
    key,
    version,
    at,
    bytes,
    tokens: tokensOf(line.characters),
    by,
    untrusted,
    rehearsed,
  };
  return suspect ? { ...entry, suspect } : entry;
}

export function versionOf(scope: MemoryScope, line: VersionLine): MemoryVersion {
  return { ...entryOf(scope, line), change: line.change, of: line.of };
}
