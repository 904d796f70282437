// Reads and extends the log of one memory scope. Every change happens under the scope's lock, which excludes
// other processes, too. A reader takes the lock only if the cache of the log is stale, or if the log and the
// entries' files disagree.
import { createHash } from "node:crypto";
import { type HomeLayout } from "../../contract/home/home-layout.ts";
import { memoryLayout, type MemoryLayout } from "../../contract/memory/memory-layout.ts";
import { maxEntryBytes, type MemoryScope } from "../../contract/memory/memory.ts";
import { Fault } from "../../contract/api/problem.ts";
import { type Clock, sleep } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Lock, Locks } from "../../host/processes/locks.ts";
import type { PlainFiles, Seen } from "../../host/files/plain-files.ts";
import { foldLines, formatLines, type LogLine, noteLine, parseLog, type Records } from "./log.ts";

export interface MemoryDeps {
  home: Pick<HomeLayout, "memory" | "trash">;
  disk: Disk;
  files: PlainFiles;
  locks: Locks;
  clock: Clock;
  /** Reports something that a person should know. */
  warn(message: string): void;
}

export interface ScopeLog {
  scope: MemoryScope;
  layout: MemoryLayout;
  records: Records;
  /** The length of the log up to its last whole line. */
  logBytes: number;
  /** The readable lines of a damaged log; `null` if it is sound. The next append rewrites the log from them. */
  salvage: { lines: LogLine[]; lost: number } | null;
  /** The stamps of files that are not text, by file name, so that they are not read again while unchanged. */
  odd: Map<string, string>;
}

export async function readScopeLog(deps: MemoryDeps, scope: MemoryScope): Promise<ScopeLog> {
  const layout = memoryLayout(deps.home, scope);
  const bytes = (await deps.files.read(layout.log, Infinity)) ?? Buffer.alloc(0);
  const { lines, wholeBytes, damaged } = parseLog(bytes, layout.log);
  const salvage = damaged.length === 0 ? null : { lines, lost: damaged.length };
  return { scope, layout, records: foldLines(lines), logBytes: wholeBytes, salvage, odd: new Map() };
}

/** Appends lines to the log and to `scopeLog`. They are synced to disk when this resolves. */
export async function appendLines(
  deps: MemoryDeps,
  scopeLog: ScopeLog,
  lines: readonly LogLine[],
): Promise<void> {
  if (scopeLog.salvage) await writeAnew(deps, scopeLog, { kept: scopeLog.salvage.lines, lines });
  else {
    const text = formatLines(lines);
    await deps.disk.append({ path: scopeLog.layout.log, text, at: scopeLog.logBytes });
    scopeLog.logBytes += Buffer.byteLength(text);
  }
  for (const line of lines) noteLine(scopeLog.records, line);
}

/**
 * Rewrites a damaged log from its readable lines. The damaged file is kept under a name made from its hash,
 * so that a retry makes no second copy.
 */
async function writeAnew(
  { disk, files, warn }: MemoryDeps,
  scopeLog: ScopeLog,
  { kept, lines }: { kept: readonly LogLine[]; lines: readonly LogLine[] },
): Promise<void> {
  const { log } = scopeLog.layout;
  const bytes = (await files.read(log, Infinity)) ?? Buffer.alloc(0);
  const aside = `${log}.damaged-${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}`;
  await disk.link(log, aside);
  const text = formatLines([...kept, ...lines]);
  await disk.replace(log, text);
  scopeLog.logBytes = Buffer.byteLength(text);
  scopeLog.salvage = null;
  warn(
    `The log of the memory ${scopeLog.scope} could not be read completely. The hall kept a copy as ${aside}.`,
  );
}

/** Returns true if this can be the file of an entry. Nothing else is read or changed. */
export function isPlain(seen: Seen | undefined): seen is Seen & { kind: "file" } {
  return seen?.kind === "file" && seen.bytes <= maxEntryBytes;
}

/** Returns true if the file was read before in this state and is not text. */
export function isOdd({ odd }: ScopeLog, name: string, seen: Seen | undefined): boolean {
  return seen?.kind === "file" && odd.get(name) === seen.stamp;
}

/** How long to wait for the lock. A change takes milliseconds, and the lock of a dead process is free. */
const patienceMs = 30_000;

export async function lockScope(deps: MemoryDeps, scope: MemoryScope): Promise<Lock> {
  const layout = memoryLayout(deps.home, scope);
  await deps.disk.makeDirectories(layout.texts);
  const begun = deps.clock.monotonic();
  for (let waitMs = 1; ; waitMs = Math.min(waitMs * 2, 25)) {
    const lock = deps.locks.tryLock(layout.lock);
    if (lock) return lock;
    if (deps.clock.monotonic() - begun > patienceMs)
      throw new Fault(
        "busy",
        `Another process has been changing the memory ${scope} for too long. Try again.`,
      );
    await sleep(deps.clock, waitMs);
  }
}
