// Holds one commission in memory. For an ended commission, that is only the summary; its events are on disk.
import { basename } from "node:path";
import { type EventBody, type LedgerEvent, ledgerEvent } from "../../contract/commission/events.ts";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { fold } from "../../rules/commission/evolve.ts";
import type { Commission } from "../../rules/commission/state.ts";
import {
  continueJournal,
  type Journal,
  type JournalDeps,
  type JournalPlace,
  type JournalRead,
  readFirstLines,
  readJournal,
  startJournal,
} from "./journal.ts";
import type { Projector } from "./projections.ts";
import type { Serial } from "../../base/async/serial.ts";

export type LedgerJournal = Journal<EventBody, LedgerEvent>;

/** The writers of a commission's ledger and of its derived files. There is one of each at a time. */
export interface LedgerWriter {
  journal: LedgerJournal;
  projector: Projector;
}

export interface LedgerEntry {
  id: CommissionId;
  layout: CommissionLayout;
  summary: CommissionSummary;
  idempotencyKey: string | null;
  /** `null` once the commission has ended. */
  live: (LedgerWriter & { commission: Commission }) | null;
  /** The writers of an ended commission that was written to since, or whose files could not be written. */
  late?: LedgerWriter;
  /**
   * Retries a step of an ended commission that failed: writing its derived files, or syncing its directory
   * after its move to the trash failed.
   */
  showAgain?: () => Promise<boolean>;
  /**
   * Why the ledger could not be read when the hall started. Set if the commission is shown from its meta.json alone.
   */
  damage?: string;
  /** Whether the commission is being deleted or moved to the trash. */
  isLeaving?: boolean;
  /** The number of the last acknowledged line: a caller was told that it is on disk. Readers see no later line. */
  seq: number;
  serial: Serial;
}

export function ledgerPlace(layout: CommissionLayout): JournalPlace<LedgerEvent> {
  return { path: layout.events, blobs: layout.blobs, schema: ledgerEvent };
}

export function startLedgerJournal(deps: JournalDeps, layout: CommissionLayout): LedgerJournal {
  return startJournal(deps, ledgerPlace(layout));
}

export async function readLedgerJournal(
  disk: Disk,
  layout: CommissionLayout,
): Promise<JournalRead<LedgerEvent>> {
  const read = await readJournal({ disk }, ledgerPlace(layout));
  holdToOwner(layout, read.events);
  return read;
}

/**
 * Throws if the ledger belongs to another commission. Its hashes are valid in any directory, so only its
 * first line, which names the commission, can show that.
 */
function holdToOwner({ directory, events: path }: CommissionLayout, [first]: readonly LedgerEvent[]): void {
  if (first?.type !== "commission.created" || first.request.id === basename(directory)) return;
  throw new Fault("damaged", `${path} is the ledger of another commission, ${first.request.id}`);
}

export function continueLedgerJournal(
  deps: JournalDeps,
  layout: CommissionLayout,
  read: JournalRead<LedgerEvent>,
): Promise<LedgerJournal> {
  return continueJournal(deps, ledgerPlace(layout), read);
}

/** Reads the events up to the last acknowledged line. */
export async function readEvents(disk: Disk, { layout, seq }: LedgerEntry): Promise<LedgerEvent[]> {
  const events = await readFirstLines({ disk }, ledgerPlace(layout), seq);
  holdToOwner(layout, events);
  return events;
}

/** Returns the state of the commission; `null` if its ledger is empty. */
export async function readCommission(disk: Disk, entry: LedgerEntry): Promise<Commission | null> {
  return entry.live?.commission ?? fold(await readEvents(disk, entry));
}
