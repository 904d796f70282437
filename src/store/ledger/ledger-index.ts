// The types that the ledger's files share: its dependencies, and what it holds in memory.
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
  /** Reports a failure that loses nothing, such as a derived file that could not be written. It is retried later. */
  bestEffortFailed(what: string, error: unknown): void;
  /** Reports in one sentence that a read found damage, repaired it, or found it gone. */
  noticed(what: string): void;
}

/** The dependencies within the ledger: those from outside, and its own queue. */
export interface LedgerTools extends LedgerDeps {
  /** Queues the derived files of running commissions, which no caller waits for. */
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
  /** Commissions whose artifacts are not what was handed in, with the sentence for a person. */
  spoiled: Map<CommissionId, string>;
  /** Ended commissions whose files could not be written yet. */
  unshown: Set<LedgerEntry>;
  /** The timer of the next retry. */
  showing: Timer | null;
  isClosed: boolean;
}

export function projectorDeps(tools: LedgerTools, layout: CommissionLayout): ProjectorDeps {
  const failed = (error: unknown) => tools.bestEffortFailed("a derived file could not be written", error);
  return { disk: tools.disk, lane: tools.lane, layout, failed };
}
