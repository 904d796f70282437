// The memory on disk, behind one face: what can be asked of a scope, and what each change leaves behind.
import type {
  Compaction,
  MemoryAuthor,
  MemoryEntry,
  MemoryKey,
  MemoryScope,
  MemoryVersion,
} from "../contract/memory.ts";
import type { Refusal } from "../contract/problem.ts";

export interface Provenance {
  by: MemoryAuthor;
  untrusted: boolean;
  rehearsed: boolean;
}

export interface MemoryWrite extends Provenance {
  scope: MemoryScope;
  key: MemoryKey;
  content: string;
  /** Refused where the entry is at another version by now; 0: where there is an entry. Left out: the last one wins. */
  ifVersion?: number | undefined;
}

export interface Remembered {
  entry: MemoryEntry;
  content: string;
}

export interface CompactionOutcome {
  /** The new entry `compacted`; null: nothing was changed, for the reason given. */
  entry: MemoryEntry | null;
  /** Keys that stayed because they were changed meanwhile. */
  stayed: MemoryKey[];
  reason: string | null;
}

/** Everything written is durable when it resolves. Versions are never lost: a change adds one. */
export interface MemoryStore {
  /** Newest first, without what they say. */
  list(scope: MemoryScope): Promise<MemoryEntry[]>;
  /** Every scope there is something in. */
  scopes(): Promise<MemoryScope[]>;
  find(scope: MemoryScope, key: MemoryKey): Promise<Remembered | undefined>;
  write(order: MemoryWrite): Promise<{ ok: true; entry: MemoryEntry } | Refusal>;
  /** Newest first; empty where the key was never there. */
  history(scope: MemoryScope, key: MemoryKey): Promise<MemoryVersion[]>;
  findVersion(scope: MemoryScope, key: MemoryKey, version: number): Promise<string | undefined>;
  revert(
    order: { scope: MemoryScope; key: MemoryKey; version: number } & Pick<Provenance, "by">,
  ): Promise<{ ok: true; entry: MemoryEntry } | Refusal>;
  /** What it said goes to the trash, and its history stays. */
  forget(
    order: { scope: MemoryScope; key: MemoryKey } & Provenance,
  ): Promise<{ ok: true; version: number } | Refusal>;
  /** Idempotent: the same order, applied again after a kill at any step, ends in the same state. */
  compact(order: { compaction: Compaction; summary: string } & Provenance): Promise<CompactionOutcome>;
}
