// The hall's memory: one markdown file per key in three scopes, and beside each what the hall itself knows about it.
import { z } from "zod";
import { commissionId, packageName, projectName } from "../home/ids.ts";
import { workerName } from "../member/member.ts";

/** The key becomes a file name, also on disks that ignore case. */
export const memoryKey = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    "expected a key of at most 64 lower-case letters, digits, dots, dashes and underscores, such as build-notes",
  )
  .brand<"MemoryKey">();
export type MemoryKey = z.infer<typeof memoryKey>;

export const maxEntryBytes = 64 * 1024;

/** The key of the entry into which compactions condense older entries. */
export const compactedKey = memoryKey.parse("compacted");

/** A scope as it is addressed from outside: `global`, `project:NAME` or `worker:NAME`. */
export const memoryScope = z
  .string()
  .regex(
    /^(global|(project|worker):[a-z][a-z0-9-]{0,31})$/,
    'expected "global", "project:NAME" or "worker:NAME"',
  )
  .brand<"MemoryScope">();
export type MemoryScope = z.infer<typeof memoryScope>;

/** A scope as a worker names it; the hall decides which project and which worker that means. */
export const ownScope = z.enum(["global", "project", "worker"]);
export type OwnScope = z.infer<typeof ownScope>;

/** The author of an entry, as the hall knows it. A chore is the hall's own commission. */
export const memoryAuthor = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("person") }),
  z.object({ kind: z.enum(["worker", "chore"]), worker: workerName, commission: commissionId }),
]);
export type MemoryAuthor = z.infer<typeof memoryAuthor>;

const provenance = {
  by: memoryAuthor,
  /** Whether the run that wrote it had read words of strangers: pages, search results, or an entry with this mark. */
  untrusted: z.boolean(),
  rehearsed: z.boolean(),
};

export const memoryEntry = z.object({
  scope: memoryScope,
  key: memoryKey,
  /** Counts every change of this key, from 1. */
  version: z.int().positive(),
  at: z.string(),
  bytes: z.int().nonnegative(),
  /** An estimate. */
  tokens: z.int().nonnegative(),
  ...provenance,
  /** The file was edited outside the hall and looks damaged: the marks are those from before the edit. */
  suspect: z.boolean().optional(),
});
export type MemoryEntry = z.infer<typeof memoryEntry>;

/** `edited`: the file was edited outside the hall. `compacted`: condensed into the entry `compacted`. */
export const memoryChange = z.enum(["written", "edited", "reverted", "forgotten", "compacted"]);

export const memoryVersion = memoryEntry.extend({
  change: memoryChange,
  /** After a revert: the version whose content was restored. */
  of: z.int().positive().nullable(),
});
export type MemoryVersion = z.infer<typeof memoryVersion>;

/** The entries that a compaction condenses, with their versions at the time of the request. */
export const compaction = z.object({
  kind: z.literal("compaction"),
  scope: memoryScope,
  entries: z.array(z.object({ key: memoryKey, version: z.int().positive() })),
  /** The version of `compacted` that stays and is appended to; `null` if there is none, or it is among the entries. */
  keeps: z.int().positive().nullable(),
});
export type Compaction = z.infer<typeof compaction>;

/** A compaction as the hall orders it, with what must later be known of the scope from the ledger alone. */
export const compactionChore = compaction.extend({
  /** Entries that existed and are left alone. An entry in neither list was written since. */
  stays: compaction.shape.entries,
  /** Size of all the entries together. */
  tokens: z.int().nonnegative(),
  untrusted: z.boolean(),
  rehearsed: z.boolean(),
});
export type CompactionChore = z.infer<typeof compactionChore>;

/** The outcome of a chore. */
export const choreOutcome = z.object({
  condensed: z.array(memoryKey),
  /** Keys that were to be condensed but had changed meanwhile. */
  stayed: z.array(memoryKey),
  /** A one-sentence account. */
  note: z.string(),
});
export type ChoreOutcome = z.infer<typeof choreOutcome>;

/** The scopes a worker may use: the global one, the active project's, and its own. */
export function scopesOf(worker: string, project: string | null): Record<OwnScope, MemoryScope | null> {
  return {
    global: memoryScope.parse("global"),
    project: project === null ? null : memoryScope.parse(`project:${projectName.parse(project)}`),
    worker: memoryScope.parse(`worker:${packageName.parse(worker)}`),
  };
}
