// The hall's memory: one markdown file per key, in three kinds of scope. The hall records more about each
// file, such as its author.
import { z } from "zod";
import { commissionId, packageName, projectName } from "../home/ids.ts";
import { workerName } from "../member/member.ts";

/** The key of an entry. It becomes a file name, so it is in lower case for file systems that ignore case. */
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

/** A scope as the API and the command line name it: `global`, `project:NAME` or `worker:NAME`. */
export const memoryScope = z
  .string()
  .regex(
    /^(global|(project|worker):[a-z][a-z0-9-]{0,31})$/,
    'expected "global", "project:NAME" or "worker:NAME"',
  )
  .brand<"MemoryScope">();
export type MemoryScope = z.infer<typeof memoryScope>;

/** A scope as a worker names it; the hall fills in the worker's own name and project. */
export const ownScope = z.enum(["global", "project", "worker"]);
export type OwnScope = z.infer<typeof ownScope>;

/** The author of an entry, as the hall knows it. A chore is a commission that the hall created itself. */
export const memoryAuthor = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("person") }),
  z.object({ kind: z.enum(["worker", "chore"]), worker: workerName, commission: commissionId }),
]);
export type MemoryAuthor = z.infer<typeof memoryAuthor>;

const provenance = {
  by: memoryAuthor,
  /**
   * Whether the author had read text from outside before it wrote the entry, such as web pages, search
   * results or an entry with this flag. Also true if the author is uncertain, because lines of the log were
   * lost.
   */
  untrusted: z.boolean(),
  rehearsed: z.boolean(),
};

export const memoryEntry = z.object({
  scope: memoryScope,
  key: memoryKey,
  /**
   * The number of this version of the key. It grows with every change, from 1, and skips numbers where lines
   * of the log were lost.
   */
  version: z.int().positive(),
  at: z.string(),
  bytes: z.int().nonnegative(),
  /** The estimated size in tokens. */
  tokens: z.int().nonnegative(),
  ...provenance,
  /**
   * True if the file was changed outside the hall and looks damaged: then `by` is the person, while
   * `untrusted` and `rehearsed` are kept from before the change.
   */
  suspect: z.boolean().optional(),
});
export type MemoryEntry = z.infer<typeof memoryEntry>;

/**
 * `edited`: a person edited the file outside the hall. `forgotten`: the entry was removed, or a person
 * deleted its file. `compacted`: the entry was condensed into the entry `compacted`.
 */
export const memoryChange = z.enum(["written", "edited", "reverted", "forgotten", "compacted"]);

export const memoryVersion = memoryEntry.extend({
  change: memoryChange,
  /** After a revert: the version whose content was restored; else `null`. */
  of: z.int().positive().nullable(),
});
export type MemoryVersion = z.infer<typeof memoryVersion>;

/** An order to condense memory: the entries to condense, with their versions at the time of the order. */
export const compaction = z.object({
  kind: z.literal("compaction"),
  scope: memoryScope,
  entries: z.array(z.object({ key: memoryKey, version: z.int().positive() })),
  /**
   * The version of the entry `compacted` to which the summary is appended; `null` if there is no such entry, or it is
   * itself condensed.
   */
  keeps: z.int().positive().nullable(),
});
export type Compaction = z.infer<typeof compaction>;

/** A compaction as the ledger records it, with the state of the scope at that time. */
export const compactionChore = compaction.extend({
  /** Entries that existed at that time and are not condensed. An entry in neither list was written later. */
  stays: compaction.shape.entries,
  /** The size of all entries to condense together. */
  tokens: z.int().nonnegative(),
  untrusted: z.boolean(),
  rehearsed: z.boolean(),
});
export type CompactionChore = z.infer<typeof compactionChore>;

/** The outcome of a compaction. */
export const choreOutcome = z.object({
  condensed: z.array(memoryKey),
  /**
   * Keys that were to be condensed but stayed: they had changed meanwhile, their text was lost, or the memory
   * could not be written. Empty if nothing was changed for another reason, which `note` gives.
   */
  stayed: z.array(memoryKey),
  /** An account in a sentence or two. */
  note: z.string(),
});
export type ChoreOutcome = z.infer<typeof choreOutcome>;

/** Returns the scopes that a worker may use: the global one, that of its project, and its own. */
export function scopesOf(worker: string, project: string | null): Record<OwnScope, MemoryScope | null> {
  return {
    global: memoryScope.parse("global"),
    project: project === null ? null : memoryScope.parse(`project:${projectName.parse(project)}`),
    worker: memoryScope.parse(`worker:${packageName.parse(worker)}`),
  };
}
