// One commission as the ledger holds it in memory. Of an ended one only the short form stays; its events are on disk.
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

/** Who writes the ledger of a commission, and the files made from it: one of each at a time. */
export interface Desk {
  journal: LedgerJournal;
  projector: Projector;
}

export interface Entry {
  id: CommissionId;
  layout: CommissionLayout;
  summary: CommissionSummary;
  idempotencyKey: string | null;
  /** null once it has ended. */
  live: (Desk & { commission: Commission }) | null;
  /** Of an ended one that was written to since, or whose files could not be written: those who go on doing so. */
  late?: Desk;
  /** Writes the derived files of an ended commission again, where that failed. */
  showAgain?: () => Promise<boolean>;
  /** Why its ledger could not be read at the start, where it is shown from its meta.json alone. */
  damage?: string;
  /** It is being taken out of the record. */
  isLeaving?: boolean;
  /** The last line that was acknowledged; a reader is shown no later one. */
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

/** A ledger that lies in another commission's directory is chained as it should be. Only its first line says whose it is. */
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

/** Those that were acknowledged. */
export async function readEvents(disk: Disk, { layout, seq }: Entry): Promise<LedgerEvent[]> {
  const events = await readFirstLines({ disk }, ledgerPlace(layout), seq);
  holdToOwner(layout, events);
  return events;
}

/** null when there is nothing in its ledger. */
export async function readCommission(disk: Disk, entry: Entry): Promise<Commission | null> {
  return entry.live?.commission ?? fold(await readEvents(disk, entry));
}
