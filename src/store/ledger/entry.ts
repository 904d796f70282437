// Holds one thing with a ledger in memory. For a thing at rest, that is only the short form; its events are on disk.
import { basename } from "node:path";
import type { LedgerLayout } from "../../contract/home/home-layout.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
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
import { type LedgerEventOf, foldOf, type LedgerKind, type LedgerTypes } from "./kind.ts";
import type { Projector } from "./projections.ts";
import type { Serial } from "../../base/async/serial.ts";

export type LedgerJournal<K extends LedgerTypes> = Journal<K["body"], LedgerEventOf<K>>;

/** The writers of a ledger and of its derived files. There is one of each at a time. */
export interface LedgerWriter<K extends LedgerTypes> {
  journal: LedgerJournal<K>;
  projector: Projector<K>;
}

export interface LedgerEntry<K extends LedgerTypes> {
  id: K["id"];
  layout: K["layout"];
  summary: K["summary"];
  idempotencyKey: string | null;
  /** `null` while the thing is at rest. A command that ends the rest sets it again. */
  live: (LedgerWriter<K> & { state: K["state"] }) | null;
  /**
   * The writers of a thing at rest whose latest step could not be written completely: the line may be on disk
   * without being acknowledged, or the derived files may be older than the ledger. The next step needs the same
   * writers.
   */
  late?: LedgerWriter<K>;
  /**
   * Retries a step of a thing at rest that failed: writing its derived files, or syncing its directory after
   * its move to the trash failed.
   */
  showAgain?: () => Promise<boolean>;
  /** Why the ledger could not be read when the hall started. Set if the thing is shown from its meta.json alone. */
  damage?: string;
  /** Whether the thing is being deleted or moved to the trash. */
  isLeaving?: boolean;
  /** The number of the last acknowledged line: a caller was told that it is on disk. Readers see no later line. */
  seq: number;
  serial: Serial;
}

export function ledgerPlace<K extends LedgerTypes>(
  { event: schema }: LedgerKind<K>,
  { events: path, blobs }: LedgerLayout,
): JournalPlace<LedgerEventOf<K>> {
  return { path, blobs, schema };
}

export function startLedgerJournal<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  deps: JournalDeps,
  layout: K["layout"],
): LedgerJournal<K> {
  return startJournal(deps, ledgerPlace(kind, layout));
}

export async function readLedgerJournal<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  disk: Disk,
  layout: K["layout"],
): Promise<JournalRead<LedgerEventOf<K>>> {
  const read = await readJournal({ disk }, ledgerPlace(kind, layout));
  holdToOwner(kind, layout, read.events);
  return read;
}

/**
 * Throws if the ledger belongs to another thing. Its hashes are valid in any directory, so only its first
 * line, which names the thing, can show that.
 */
function holdToOwner<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  { directory, events: path }: LedgerLayout,
  [first]: readonly LedgerEventOf<K>[],
): void {
  const owner = first ? kind.ownerOf(first) : null;
  if (owner === null || owner === basename(directory)) return;
  throw new Fault("damaged", `${path} is the ledger of another ${kind.noun}, ${owner}`);
}

export function continueLedgerJournal<K extends LedgerTypes>(
  { kind, ...deps }: JournalDeps & { kind: LedgerKind<K> },
  layout: K["layout"],
  read: JournalRead<LedgerEventOf<K>>,
): Promise<LedgerJournal<K>> {
  return continueJournal(deps, ledgerPlace(kind, layout), read);
}

/** Reads the events up to the last acknowledged line. */
export async function readEvents<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  disk: Disk,
  { layout, seq }: LedgerEntry<K>,
): Promise<LedgerEventOf<K>[]> {
  const events = await readFirstLines({ disk }, ledgerPlace(kind, layout), seq);
  holdToOwner(kind, layout, events);
  return events;
}

/** Returns the state; `null` if the ledger is empty. */
export async function readState<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  disk: Disk,
  entry: LedgerEntry<K>,
): Promise<K["state"] | null> {
  return entry.live?.state ?? foldOf(kind, await readEvents(kind, disk, entry));
}
