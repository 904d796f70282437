// Decides when a scope of memory is condensed, and which of its entries. It uses only the entries and the
// ledgers of earlier compactions, so that nothing is paid for twice, even after a restart.
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
  /** Whether a compaction of this scope is in progress. */
  isLive: boolean;
  /**
   * The latest compaction that has ended. Rehearsals do not count, because a script says nothing about what a
   * model would do.
   */
  last: PastChore | null;
}

export interface PastChore {
  order: CompactionChore;
  /** Whether something was condensed. */
  isFruitful: boolean;
}

/**
 * The most tokens to condense at once. Token counts are estimates for English. Other scripts may need four
 * times as many, and must still fit one request and its budget.
 */
const mostTokens = 24_000;

/**
 * If the existing summary is larger than this, its entry has too little room for more text, so the summary is
 * condensed too.
 */
const mostKeptBytes = maxEntryBytes / 2;

/** Returns the compaction that is due without a person's request; `null` if none is. */
export function dueCompaction(facts: ScopeFacts): CompactionChore | null {
  if (facts.isLive || tokensIn(facts.entries) <= facts.thresholds.compactAtTokens) return null;
  const order = planCompaction(facts);
  return order !== null && hasNews(facts, order) ? order : null;
}

/**
 * The size up to which the newest entries of a scope stay unchanged. The same size applies to its existing
 * summary.
 */
export interface Keep {
  tokens: number;
  weigh(entry: MemoryEntry): number;
}

/**
 * Returns the compaction that is possible now; `null` if all entries stay unchanged. By default, half of the
 * cap is kept.
 */
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

/** Returns the thresholds for a project, whose own settings replace the hall's. */
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
 * Whether a compaction would condense anything new. Summaries do not count as new, or a summary that stays
 * too long would be condensed for ever. After a compaction that changed nothing, a person or a worker must
 * have written something since.
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

/** Counts how many entries from the start fit within the limit together. */
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
