// Defines the types that the ledger's modules share: their dependencies, and the index of all things in memory.
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { Clock, Timer } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { LedgerEntry } from "./entry.ts";
import type { ChangeOf, LedgerKind, LedgerTypes } from "./kind.ts";
import type { Lane } from "./projection-queue.ts";
import type { ProjectorDeps } from "./projections.ts";

export interface LedgerDeps {
  disk: Disk;
  clock: Pick<Clock, "now" | "after">;
  home: HomeLayout;
  /** Reports a step that failed and is retried later without loss, such as the write of a derived file. */
  bestEffortFailed(what: string, error: unknown): void;
  /** Reports, in one sentence for a person, that damage was found, was repaired or is gone. */
  noticed(what: string): void;
}

/** The dependencies of the ledger's own modules: the ones from outside, the kind, and a queue. */
export interface LedgerTools<K extends LedgerTypes> extends LedgerDeps {
  kind: LedgerKind<K>;
  /** Queues writes of derived files of things that are not at rest. No caller waits for these. */
  lane: Lane;
}

export interface LedgerIndex<K extends LedgerTypes> {
  entries: Map<K["id"], LedgerEntry<K>>;
  /** All ids, sorted. */
  order: K["id"][];
  /** The things that are not at rest. */
  live: Set<LedgerEntry<K>>;
  keys: Map<string, K["id"]>;
  listeners: Set<(change: ChangeOf<K>) => void>;
  /** Things whose ledger cannot be read, with the sentence for a person. */
  damaged: Map<K["id"], string>;
  /** Things with changed or missing artifacts, with the sentence for a person. */
  spoiled: Map<K["id"], string>;
  /** Things at rest whose derived files could not be written yet, or whose move to the trash failed. */
  unshown: Set<LedgerEntry<K>>;
  /** The timer of the next attempt to write the files of `unshown`. */
  showing: Timer | null;
  isClosed: boolean;
}

export function projectorDeps<K extends LedgerTypes>(
  tools: LedgerTools<K>,
  layout: K["layout"],
): ProjectorDeps<K> {
  const failed = (error: unknown) => tools.bestEffortFailed("a derived file could not be written", error);
  return { disk: tools.disk, lane: tools.lane, kind: tools.kind, layout, failed };
}
