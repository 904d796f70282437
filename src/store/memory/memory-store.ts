// Reads and changes the memory on disk: texts under keys, in a scope that is global, a project's or a worker's.
import {
  type Compaction,
  type MemoryAuthor,
  type MemoryEntry,
  type MemoryKey,
  memoryScope,
  type MemoryScope,
  type MemoryVersion,
} from "../../contract/memory/memory.ts";
import { memoryLayout } from "../../contract/memory/memory-layout.ts";
import type { Refusal } from "../../contract/api/problem.ts";
import { codeOf, type Disk } from "../../host/files/disk.ts";
import { type ScopeLog, isOdd, isPlain, type MemoryDeps, readScopeLog } from "./scope-log.ts";
import { noSuchEntry, removeEntry, revertEntry, writeEntry } from "./change.ts";
import { compactEntries } from "./compact.ts";
import { entryOf, isThere, latestOf, type VersionLine, versionOf } from "./log.ts";
import { viewScope, withScopeLog, withLatest } from "./transaction.ts";
import { findWords, readWords, type MemoryWords } from "./words.ts";

export interface Provenance {
  by: MemoryAuthor;
  untrusted: boolean;
  rehearsed: boolean;
}

export interface MemoryWrite extends Provenance {
  scope: MemoryScope;
  key: MemoryKey;
  content: string;
  /**
   * The write is refused unless the entry is at this version; 0 means that it must not exist. If unset, the last write
   * wins.
   */
  ifVersion?: number | undefined;
  /** The id of the tool call that writes the entry: repeating the call writes nothing. */
  call?: string | undefined;
}

export interface Remembered {
  entry: MemoryEntry;
  content: string;
}

export interface CompactionOutcome {
  /** The new entry `compacted`; `null` if nothing was changed, with the reason in `reason`. */
  entry: MemoryEntry | null;
  /**
   * The keys that were not condensed: they had been changed in between, their text was lost, or nothing was
   * changed at all.
   */
  stayed: MemoryKey[];
  reason: string | null;
}

export interface ScopeLook {
  entries: MemoryEntry[];
  read(key: MemoryKey): Promise<string | undefined>;
}

/**
 * Every change is synced to disk when it resolves. A change adds a version, and earlier versions stay in the history.
 */
export interface MemoryStore {
  /** Lists the entries, newest first, without their content. */
  list(scope: MemoryScope): Promise<MemoryEntry[]>;
  /** Returns a consistent view of a scope: its entries, newest first, and the content of each at that moment. */
  look(scope: MemoryScope): Promise<ScopeLook>;
  /** Lists the scopes that have, or once had, entries. */
  scopes(): Promise<MemoryScope[]>;
  find(scope: MemoryScope, key: MemoryKey): Promise<Remembered | undefined>;
  write(order: MemoryWrite): Promise<{ ok: true; entry: MemoryEntry } | Refusal>;
  /** Lists the versions of an entry, newest first; empty if the key never existed. */
  history(scope: MemoryScope, key: MemoryKey): Promise<MemoryVersion[]>;
  findVersion(scope: MemoryScope, key: MemoryKey, version: number): Promise<string | undefined>;
  revert(
    order: { scope: MemoryScope; key: MemoryKey; version: number } & Pick<Provenance, "by">,
  ): Promise<{ ok: true; entry: MemoryEntry } | Refusal>;
  /** Moves the content to the trash and keeps the history. */
  forget(
    order: { scope: MemoryScope; key: MemoryKey } & Provenance,
  ): Promise<{ ok: true; version: number } | Refusal>;
  /** Condenses entries into one. If the hall is killed at any step, the same order can be given again. */
  compact(order: { compaction: Compaction; summary: string } & Provenance): Promise<CompactionOutcome>;
}

export function createMemoryStore(deps: MemoryDeps): MemoryStore {
  return {
    list: async (scope) => (await look(deps, scope)).entries,
    look: (scope) => look(deps, scope),
    scopes: () => findScopes(deps),
    find: (scope, key) => findEntry(deps, scope, key),
    write: (order) => withLatest(deps, order, (scopeLog) => writeEntry(deps, scopeLog, order)),
    history: async (scope, key) =>
      (await versionsOf(deps, scope, key)).map((line) => versionOf(scope, line)).toReversed(),
    findVersion: (scope, key, version) => findVersion(deps, { scope, key, version }),
    revert: (order) => withScopeLog(deps, order.scope, (scopeLog) => revertEntry(deps, scopeLog, order)),
    forget: (order) => forget(deps, order),
    compact: (order) =>
      withScopeLog(deps, order.compaction.scope, (scopeLog) => compactEntries(deps, scopeLog, order)),
  };
}

async function look(deps: MemoryDeps, scope: MemoryScope): Promise<ScopeLook> {
  const { scopeLog, seen } = await viewScope(deps, scope);
  const lines = [...scopeLog.records.values()].map(latestOf).filter((line) => {
    const there = seen.get(`${line.key}.md`);
    return isThere(line) && isPlain(there) && !isOdd(scopeLog, `${line.key}.md`, there);
  });
  return {
    entries: lines.map((line) => entryOf(scope, line)).toSorted(newestFirst),
    read: async (key) => {
      const line = lines.find((known) => known.key === key);
      return line && (await wordsAt(deps, scopeLog, line))?.text;
    },
  };
}

/** Reads the text of a version from the entry's file, or from the history if the file was changed since. */
async function wordsAt(
  { files }: MemoryDeps,
  { layout }: ScopeLog,
  line: VersionLine,
): Promise<MemoryWords | undefined> {
  const words = await readWords(files, layout, line.key);
  return words?.sha256 === line.sha256 ? words : findWords(files, layout, line);
}

/** Compares by time, then by scope and key, so that the same entries are always sorted the same way. */
export function newestFirst(a: MemoryEntry, b: MemoryEntry): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return a.scope === b.scope ? (a.key < b.key ? -1 : 1) : a.scope < b.scope ? -1 : 1;
}

async function findScopes({ disk, home }: MemoryDeps): Promise<MemoryScope[]> {
  const named = async (kind: string, directory: string) =>
    (await namesIn(disk, `${home.memory}/${directory}`)).sort().map((name) => `${kind}:${name}`);
  const names = ["global", ...(await named("project", "projects")), ...(await named("worker", "workers"))];
  const found: MemoryScope[] = [];
  for (const name of names) {
    const scope = memoryScope.safeParse(name).data;
    if (scope && (await namesIn(disk, memoryLayout(home, scope).directory)).length > 0) found.push(scope);
  }
  return found;
}

/** Lists the names in a directory. Returns none if the path is not a directory. */
function namesIn(disk: Disk, path: string): Promise<string[]> {
  return disk.list(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOTDIR") return [];
    throw error;
  });
}

async function findEntry(
  deps: MemoryDeps,
  scope: MemoryScope,
  key: MemoryKey,
): Promise<Remembered | undefined> {
  const { entries, read } = await look(deps, scope);
  const entry = entries.find((known) => known.key === key);
  const content = entry && (await read(key));
  return entry && content !== undefined ? { entry, content } : undefined;
}

/** Returns all versions of an entry, oldest first, after a person's edits were added to the log. */
async function versionsOf(deps: MemoryDeps, scope: MemoryScope, key: MemoryKey): Promise<VersionLine[]> {
  await viewScope(deps, scope);
  return (await readScopeLog(deps, scope)).records.get(key)?.versions ?? [];
}

async function findVersion(
  deps: MemoryDeps,
  { scope, key, version }: { scope: MemoryScope; key: MemoryKey; version: number },
): Promise<string | undefined> {
  const line = (await versionsOf(deps, scope, key)).find((known) => known.version === version);
  return line && (await findWords(deps.files, memoryLayout(deps.home, scope), line))?.text;
}

async function forget(
  deps: MemoryDeps,
  order: { scope: MemoryScope; key: MemoryKey } & Provenance,
): Promise<{ ok: true; version: number } | Refusal> {
  return withScopeLog(deps, order.scope, async (scopeLog) => {
    const version = await removeEntry(deps, scopeLog, { ...order, change: "forgotten" });
    return version === undefined ? noSuchEntry(order.key) : { ok: true, version };
  });
}
