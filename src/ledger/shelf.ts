// What the files of this room share: what the ledger needs from outside, and what it holds in memory.
import type { LedgerEvent } from "../contract/events.ts";
import type { HomeLayout } from "../contract/home-layout.ts";
import type { CommissionId } from "../contract/ids.ts";
import type { CommissionSummary } from "../contract/meta.ts";
import type { Clock, Timer } from "../host/clock.ts";
import type { Disk } from "../host/disk.ts";
import type { Entry } from "./entry.ts";

export interface LedgerDeps {
  disk: Disk;
  clock: Pick<Clock, "now" | "after">;
  home: HomeLayout;
  /** Something that loses nothing by waiting could not be done, such as writing a derived file. It is tried again later. */
  bestEffortFailed(what: string, error: unknown): void;
}

export interface Change {
  summary: CommissionSummary;
  event: LedgerEvent;
}

export interface Shelf {
  entries: Map<CommissionId, Entry>;
  keys: Map<string, CommissionId>;
  listeners: Set<(change: Change) => void>;
  /** Ended commissions whose files could not be written yet. */
  unshown: Set<Entry>;
  /** Rings when they are tried again. */
  showing: Timer | null;
  isClosed: boolean;
}

export function projectionFailed(deps: LedgerDeps): (error: unknown) => void {
  return (error) => deps.bestEffortFailed("a derived file could not be written", error);
}
