// When a scope of memory is condensed, and what of it. Pure: from what is there, and from what earlier chores of the
// scope left in their ledgers, so that nothing is paid for twice, whatever the hall remembers of itself.
import { findProject, type HallConfig } from "../../contract/home/config.ts";
import { type ProjectName, projectName } from "../../contract/home/ids.ts";
import {
  compactedKey,
  type CompactionChore,
  maxEntryBytes,
  type MemoryEntry,
  type MemoryScope,
} from "../../contract/memory/memory.ts";
import type { MemoryThresholds } from "../../contract/memory/memory-routes.ts";

export interface ScopeFacts {
  scope: MemoryScope;
  /** Newest first. */
  entries: readonly MemoryEntry[];
  thresholds: MemoryThresholds;
  /** One that has not ended yet is at this scope. */
  isLive: boolean;
  /** The latest that has ended, rehearsals left out: a script says nothing of what a model would do. */
  last: PastChore | null;
}

export interface PastChore {
  order: CompactionChore;
  /** Something was condensed. */
  isFruitful: boolean;
}

/** The estimate is of English: of other scripts it may be four times as many, and has to fit one request and its budget. */
const mostTokens = 24_000;

/** Beyond it there would be no room in the entry for what is added, however large the cap. */
const mostKeptBytes = maxEntryBytes / 2;

/** What is to be condensed without being asked; null: nothing. */
export function dueCompaction(facts: ScopeFacts): CompactionChore | null {
  if (facts.isLive || tokensIn(facts.entries) <= facts.thresholds.compactAtTokens) return null;
  const order = planCompaction(facts);
  return order !== null && hasNews(facts, order) ? order : null;
}

/** How much of a scope stays word for word: of its newest entries, and of its summary. */
export interface Keep {
  tokens: number;
  weigh(entry: MemoryEntry): number;
}

/** What a compaction would be now; null: all that is there stays word for word. Half of the cap stays if not told otherwise. */
export function planCompaction({
  scope,
  entries,
  thresholds,
  keep = { tokens: thresholds.capTokens / 2, weigh: wordsOf },
}: Pick<ScopeFacts, "scope" | "entries" | "thresholds"> & { keep?: Keep }): CompactionChore | null {
  const earlier = entries.find(({ key }) => key === compactedKey);
  const keeps =
    earlier && keep.weigh(earlier) <= keep.tokens && earlier.bytes <= mostKeptBytes ? earlier : undefined;
  const others = entries.filter((entry) => entry !== earlier);
  const older = others.slice(countWithin(others, keep));
  const oldestFirst = [...(earlier && !keeps ? [earlier] : []), ...older.toReversed()];
  const chosen = oldestFirst.slice(
    0,
    Math.max(1, countWithin(oldestFirst, { tokens: mostTokens, weigh: wordsOf })),
  );
  if (chosen.length === 0) return null;
  const sources = keeps ? [...chosen, keeps] : chosen;
  return {
    kind: "compaction",
    scope,
    entries: chosen.map(named),
    keeps: keeps?.version ?? null,
    stays: entries.filter((entry) => !chosen.includes(entry)).map(named),
    tokens: tokensIn(chosen),
    untrusted: sources.some(({ untrusted }) => untrusted),
    rehearsed: sources.some(({ rehearsed }) => rehearsed),
  };
}

/** A project's own settings stand in place of the hall's. */
export function thresholdsOf(
  { memory, projects }: Pick<HallConfig, "memory" | "projects">,
  project: ProjectName | null,
): MemoryThresholds {
  const own = findProject(projects, project)?.memory;
  return {
    capTokens: own?.capTokens ?? memory.capTokens,
    compactAtTokens: own?.compactAtTokens ?? memory.compactAtTokens,
  };
}

export function projectOf(scope: MemoryScope): ProjectName | null {
  return scope.startsWith("project:") ? projectName.parse(scope.slice("project:".length)) : null;
}

export function tokensIn(entries: readonly Pick<MemoryEntry, "tokens">[]): number {
  return entries.reduce((sum, { tokens }) => sum + tokens, 0);
}

/**
 * What chores wrote is never enough by itself: a summary that stays too long would be condensed for ever. And after one
 * that changed nothing, somebody has to have written since.
 */
export function hasNews(
  { entries, last }: Pick<ScopeFacts, "entries" | "last">,
  order: CompactionChore,
): boolean {
  const written = entries.filter(({ by }) => by.kind !== "chore");
  if (!order.entries.some((one) => written.some((entry) => isSame(entry, one)))) return false;
  if (last === null || last.isFruitful) return true;
  const known = [...last.order.entries, ...last.order.stays];
  return written.some((entry) => !known.some((one) => isSame(entry, one)));
}

/** How many from the first on are within the limit together. */
function countWithin(entries: readonly MemoryEntry[], { tokens, weigh }: Keep): number {
  let sum = 0;
  const at = entries.findIndex((entry) => (sum += weigh(entry)) > tokens);
  return at < 0 ? entries.length : at;
}

function wordsOf({ tokens }: MemoryEntry): number {
  return tokens;
}

type Named = CompactionChore["entries"][number];

function named({ key, version }: MemoryEntry): Named {
  return { key, version };
}

function isSame(a: Named, b: Named): boolean {
  return a.key === b.key && a.version === b.version;
}
