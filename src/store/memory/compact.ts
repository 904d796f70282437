// Writes a summary of older memory entries as one entry, and only then removes the older ones. If this is interrupted,
// every word is still in an entry, in the trash or in the history.
import {
  type Compaction,
  compactedKey,
  maxEntryBytes,
  type MemoryKey,
} from "../../contract/memory/memory.ts";
import { timestamp } from "../../host/clock.ts";
import type { ScopeLog, MemoryDeps } from "./scope-log.ts";
import { currentOf, removeEntry, writeEntry } from "./change.ts";
import { entryOf, type VersionLine } from "./log.ts";
import type { CompactionOutcome, Provenance } from "./memory-store.ts";
import { findWords, wordsOf } from "./words.ts";

export interface CompactionOrder extends Provenance {
  compaction: Compaction;
  summary: string;
}

export async function compactEntries(
  deps: MemoryDeps,
  scopeLog: ScopeLog,
  order: CompactionOrder,
): Promise<CompactionOutcome> {
  let line = await standing(deps, scopeLog, order);
  // Repeats if a person wrote to the entry in between. The summary is then added to the person's text.
  while (!line) {
    const reason = await writeCompacted(deps, scopeLog, order);
    if (reason !== null)
      return { entry: null, stayed: order.compaction.entries.map(({ key }) => key), reason };
    line = await standing(deps, scopeLog, order);
  }
  for (const { key } of originals(scopeLog, order))
    await removeEntry(deps, scopeLog, { ...order, key, change: "compacted" });
  return { entry: entryOf(scopeLog.scope, line), stayed: stayedOf(scopeLog, order), reason: null };
}

/**
 * Returns the version of the condensed entry that this commission wrote; `undefined` if it must be written first. While
 * older entries are yet to be removed, the version counts only if the entry still contains the summary.
 */
async function standing(
  { files }: MemoryDeps,
  scopeLog: ScopeLog,
  { by, summary, compaction }: CompactionOrder,
): Promise<VersionLine | undefined> {
  const written = scopeLog.records
    .get(compactedKey)
    ?.versions.find((line) => isSameCommission(line, by) && line.change === "written");
  if (!written || originals(scopeLog, { compaction }).length === 0) return written;
  const current = currentOf(scopeLog, compactedKey);
  const words = current && (await findWords(files, scopeLog.layout, current));
  return words?.text.includes(wordsOf(summary.trim()).text) ? written : undefined;
}

/** Returns the entries to condense that are still at the version that the summary was made from. */
function stillAsRead(scopeLog: ScopeLog, { compaction }: Pick<CompactionOrder, "compaction">): VersionLine[] {
  return compaction.entries.flatMap(({ key, version }) => {
    const current = currentOf(scopeLog, key);
    return current?.version === version ? [current] : [];
  });
}

function originals(scopeLog: ScopeLog, order: Pick<CompactionOrder, "compaction">): VersionLine[] {
  return stillAsRead(scopeLog, order).filter(({ key }) => key !== compactedKey);
}

function isSameCommission(line: VersionLine, by: Provenance["by"]): boolean {
  return line.by.kind !== "person" && by.kind !== "person" && line.by.commission === by.commission;
}

function stayedOf(scopeLog: ScopeLog, { compaction, by }: CompactionOrder): MemoryKey[] {
  return compaction.entries
    .filter(({ key }) => !scopeLog.records.get(key)?.versions.some((line) => isSameCommission(line, by)))
    .map(({ key }) => key);
}

/** Writes the condensed entry. Returns the reason if it could not be written, else `null`. */
async function writeCompacted(
  deps: MemoryDeps,
  scopeLog: ScopeLog,
  order: CompactionOrder,
): Promise<string | null> {
  const summary = order.summary.trim();
  if (summary === "") return "The summary is empty.";
  const asRead = stillAsRead(scopeLog, order);
  if (asRead.length === 0) return "All of these entries were changed meanwhile.";
  const condensed = asRead.find(({ key }) => key === compactedKey);
  const kept = condensed ? undefined : currentOf(scopeLog, compactedKey);
  const before = kept && (await findWords(deps.files, scopeLog.layout, kept));
  if (kept && !before) return `The entry "${compactedKey}" cannot be read.`;
  const content = `${before ? `${before.text}\n\n` : ""}## Condensed at ${timestamp(deps.clock)}\n\n${summary}\n`;
  const bytes = Buffer.byteLength(content);
  if (bytes > maxEntryBytes)
    return `The entry "${compactedKey}" would have ${bytes} bytes; at most ${maxEntryBytes} are kept.`;
  if (condensed) await copyToTrash(deps, scopeLog, condensed);
  return commitCompacted(deps, scopeLog, { order, content, inputs: kept ? [...asRead, kept] : asRead });
}

async function commitCompacted(
  deps: MemoryDeps,
  scopeLog: ScopeLog,
  { order, content, inputs }: { order: CompactionOrder; content: string; inputs: readonly VersionLine[] },
): Promise<string | null> {
  const outcome = await writeEntry(deps, scopeLog, {
    scope: scopeLog.scope,
    key: compactedKey,
    content,
    by: order.by,
    untrusted: order.untrusted || inputs.some((line) => line.untrusted),
    rehearsed: order.rehearsed || inputs.some((line) => line.rehearsed),
  });
  return outcome.ok ? null : outcome.problem.message;
}

async function copyToTrash(
  { disk, files, home }: MemoryDeps,
  { layout }: ScopeLog,
  line: VersionLine,
): Promise<void> {
  const words = await findWords(files, layout, line);
  if (!words) return;
  await disk.makeDirectories(home.trash);
  await disk.createNew(layout.trashed(line), words.text);
}
