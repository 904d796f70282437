// Defines the types that the ledger's modules share: their dependencies, and the index of all commissions in memory.
import type { CommissionLayout, HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionChange } from "../../contract/commission/meta.ts";
import type { Clock, Timer } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { LedgerEntry } from "./entry.ts";
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

/** The dependencies of the ledger's own modules: the ones from outside, and a queue. */
export interface LedgerTools extends LedgerDeps {
  /** Queues writes of derived files of running commissions, which no caller waits for. */
  lane: Lane;
}

export interface LedgerIndex {
  entries: Map<CommissionId, LedgerEntry>;
  /** All ids, sorted. */
  order: CommissionId[];
  /** The commissions that have not ended. */
  live: Set<LedgerEntry>;
  keys: Map<string, CommissionId>;
  listeners: Set<(change: CommissionChange) => void>;
  /** Commissions whose ledger cannot be read, with the sentence for a person. */
  damaged: Map<CommissionId, string>;
  /** Commissions with changed or missing artifacts, with the sentence for a person. */
  spoiled: Map<CommissionId, string>;
  /** Ended commissions whose derived files could not be written yet, or whose move to the trash failed. */
  unshown: Set<LedgerEntry>;
  /** The timer of the next attempt to write the files of `unshown`. */
  showing: Timer | null;
  isClosed: boolean;
}

export function projectorDeps(tools: LedgerTools, layout: CommissionLayout): ProjectorDeps {
  const failed = (error: unknown) => tools.bestEffortFailed("a derived file could not be written", error);
  return { disk: tools.disk, lane: tools.lane, layout, failed };
}
