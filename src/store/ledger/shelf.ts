// What the files of this room share: what the ledger needs from outside, and what it holds in memory.
import type { LedgerEvent } from "../../contract/commission/events.ts";
import type { CommissionLayout, HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { Clock, Timer } from "../../host/clock.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Entry } from "./entry.ts";
import type { Lane } from "./lane.ts";
import type { ProjectorDeps } from "./projections.ts";

export interface LedgerDeps {
  disk: Disk;
  clock: Pick<Clock, "now" | "after">;
  home: HomeLayout;
  /** Something that loses nothing by waiting could not be done, such as writing a derived file. It is tried again later. */
  bestEffortFailed(what: string, error: unknown): void;
  /** A read has found something damaged, or whole again, or has mended it: one sentence. */
  noticed(what: string): void;
}

/** What the ledger's own files work with. */
export interface LedgerTools extends LedgerDeps {
  /** Derived files of commissions that go on are written here, when nobody waits for them. */
  lane: Lane;
}

export interface Change {
  summary: CommissionSummary;
  event: LedgerEvent;
}

export interface Shelf {
  entries: Map<CommissionId, Entry>;
  /** Their ids, sorted. */
  order: CommissionId[];
  /** Those that have not ended. */
  live: Set<Entry>;
  keys: Map<string, CommissionId>;
  listeners: Set<(change: Change) => void>;
  /** Those whose ledger cannot be read, with what a person is told of it. */
  damaged: Map<CommissionId, string>;
  /** The same for those whose artifacts are not what was handed in. */
  spoiled: Map<CommissionId, string>;
  /** Ended commissions whose files could not be written yet. */
  unshown: Set<Entry>;
  /** Rings when they are tried again. */
  showing: Timer | null;
  isClosed: boolean;
}

export function projectorDeps(tools: LedgerTools, layout: CommissionLayout): ProjectorDeps {
  const failed = (error: unknown) => tools.bestEffortFailed("a derived file could not be written", error);
  return { disk: tools.disk, lane: tools.lane, layout, failed };
}
