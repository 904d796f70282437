// A compaction: what older entries said becomes one entry, and only then are they taken away. The order of the steps
// is the promise: whatever cuts it off, every word is in an entry, in the trash or in the history, mostly in two.
import { type Compaction, compactedKey, maxEntryBytes, type MemoryKey } from "../contract/memory.ts";
import { timestamp } from "../host/clock.ts";
import type { Book, MemoryDeps } from "./book.ts";
import { currentOf, removeEntry, writeEntry } from "./change.ts";
import { entryOf, type VersionLine } from "./log.ts";
import type { CompactionOutcome, Provenance } from "./memory-store.ts";
import { findWords } from "./words.ts";

export interface CompactionOrder extends Provenance {
  compaction: Compaction;
  summary: string;
}

export async function compactEntries(
  deps: MemoryDeps,
  book: Book,
  order: CompactionOrder,
): Promise<CompactionOutcome> {
  const { entries } = order.compaction;
  const done = writtenBefore(book, order);
  const asRead = entries.flatMap(({ key, version }) => {
    const current = currentOf(book, key);
    return current?.version === version ? [current] : [];
  });
  const written = done ? { line: done } : await writeCompacted(deps, book, { order, asRead });
  if ("reason" in written)
    return { entry: null, stayed: entries.map(({ key }) => key), reason: written.reason };
  for (const { key } of asRead)
    if (key !== compactedKey) await removeEntry(deps, book, { ...order, key, change: "compacted" });
  return { entry: entryOf(book.scope, written.line), stayed: stayedOf(book, order), reason: null };
}

/** By this very commission, in an earlier try. */
function writtenBefore(book: Book, { by }: CompactionOrder): VersionLine | undefined {
  return book.records
    .get(compactedKey)
    ?.versions.find((line) => isSameCommission(line, by) && line.change === "written");
}

function isSameCommission(line: VersionLine, by: Provenance["by"]): boolean {
  return line.by.kind !== "person" && by.kind !== "person" && line.by.commission === by.commission;
}

function stayedOf(book: Book, { compaction, by }: CompactionOrder): MemoryKey[] {
  return compaction.entries
    .filter(({ key }) => !book.records.get(key)?.versions.some((line) => isSameCommission(line, by)))
    .map(({ key }) => key);
}

interface Writing {
  order: CompactionOrder;
  /** Of the entries that were condensed, those that still say what was read. */
  asRead: readonly VersionLine[];
}

async function writeCompacted(
  deps: MemoryDeps,
  book: Book,
  { order, asRead }: Writing,
): Promise<{ line: VersionLine } | { reason: string }> {
  const summary = order.summary.trim();
  if (summary === "") return { reason: "The summary is empty." };
  if (asRead.length === 0) return { reason: "All of these entries were changed meanwhile." };
  const condensed = asRead.find(({ key }) => key === compactedKey);
  const kept = condensed ? undefined : currentOf(book, compactedKey);
  const before = kept && (await findWords(deps.files, book.layout, kept));
  if (kept && !before) return { reason: `The entry "${compactedKey}" cannot be read.` };
  const content = `${before ? `${before.text}\n\n` : ""}## Condensed at ${timestamp(deps.clock)}\n\n${summary}\n`;
  const bytes = Buffer.byteLength(content);
  if (bytes > maxEntryBytes)
    return {
      reason: `The entry "${compactedKey}" would have ${bytes} bytes; at most ${maxEntryBytes} are kept.`,
    };
  if (condensed) await copyToTrash(deps, book, condensed);
  return commitCompacted(deps, book, { order, content, inputs: kept ? [...asRead, kept] : asRead });
}

async function commitCompacted(
  deps: MemoryDeps,
  book: Book,
  { order, content, inputs }: { order: CompactionOrder; content: string; inputs: readonly VersionLine[] },
): Promise<{ line: VersionLine } | { reason: string }> {
  const outcome = await writeEntry(deps, book, {
    scope: book.scope,
    key: compactedKey,
    content,
    by: order.by,
    untrusted: order.untrusted || inputs.some((line) => line.untrusted),
    rehearsed: order.rehearsed || inputs.some((line) => line.rehearsed),
  });
  if (!outcome.ok) return { reason: outcome.problem.message };
  const line = currentOf(book, compactedKey);
  if (!line) throw new Error(`The entry ${compactedKey} was written and is not there.`);
  return { line };
}

async function copyToTrash(
  { disk, files, home }: MemoryDeps,
  { layout }: Book,
  line: VersionLine,
): Promise<void> {
  const words = await findWords(files, layout, line);
  if (!words) return;
  await disk.makeDirectories(home.trash);
  await disk.createNew(layout.trashed(line), words.text);
}
