// Caches the latest log line of every key of a memory scope in one file, so that most reads need not parse the whole
// log. The cache is valid only for the exact log that it was made from, and can be rebuilt at any time.
import { createHash } from "node:crypto";
import { memoryLayout } from "../../contract/memory/memory-layout.ts";
import type { MemoryKey, MemoryScope } from "../../contract/memory/memory.ts";
import type { ScopeLog, MemoryDeps } from "./scope-log.ts";
import { type KeyRecord, latestOf, type VersionLine } from "./log.ts";

type BriefRecord = [VersionLine, settled: number, stamp: string | null];

interface Brief {
  v: 1;
  /** The stamp of the log file, which changes with every change of the file. */
  log: string;
  logBytes: number;
  records: BriefRecord[];
  odd: [name: string, stamp: string][];
}

/**
 * Writes the cache. The caller must hold the scope's lock. If the cache is missing, the next read is only
 * slower.
 */
export async function writeBrief({ disk, files }: MemoryDeps, scopeLog: ScopeLog): Promise<void> {
  const log = files.look(scopeLog.layout.log);
  if (log?.kind !== "file") return;
  const records = [...scopeLog.records.values()].map((record): BriefRecord => [
    latestOf(record),
    record.settled,
    record.stamp,
  ]);
  const brief: Brief = { v: 1, log: log.stamp, logBytes: scopeLog.logBytes, records, odd: [...scopeLog.odd] };
  const text = JSON.stringify(brief);
  await disk.replaceUnsynced(scopeLog.layout.brief, `${hashOf(text)}\n${text}\n`).catch(() => {
    // Ignored: a full disk must not make the change of memory fail.
  });
}

/** Reads the cache; `undefined` if there is none, if it is damaged, or if the log has changed since. */
export async function readBrief(
  { files, home }: MemoryDeps,
  scope: MemoryScope,
): Promise<ScopeLog | undefined> {
  const layout = memoryLayout(home, scope);
  const log = files.look(layout.log);
  const [hash, text] = (await files.read(layout.brief, Infinity))?.toString("utf8").split("\n") ?? [];
  if (log?.kind !== "file" || text === undefined || hashOf(text) !== hash) return undefined;
  const brief = JSON.parse(text) as Brief;
  if (brief.v !== 1 || brief.log !== log.stamp) return undefined;
  const records = new Map<MemoryKey, KeyRecord>();
  for (const [latest, settled, stamp] of brief.records)
    records.set(latest.key, { versions: [latest], settled, stamp });
  return { scope, layout, records, logBytes: brief.logBytes, salvage: null, odd: new Map(brief.odd) };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
