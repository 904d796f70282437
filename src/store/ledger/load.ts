// Loads every commission of a home at start-up. An ended commission is loaded from its meta.json alone, if
// that matches the ledger or if the ledger cannot be read; all others are loaded from their ledgers. A
// commission that cannot be read is reported, and does not stop the others.
import { messageOf } from "../../base/text/message-of.ts";
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { LedgerEvent } from "../../contract/commission/events.ts";
import { commissionLayout, type HomeLayout } from "../../contract/home/home-layout.ts";
import { type CommissionId, commissionId } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import { fold } from "../../rules/commission/evolve.ts";
import { summaryOf } from "../../rules/show/show.ts";
import { type Commission, isEnded } from "../../rules/commission/state.ts";
import { continueLedgerJournal, type LedgerEntry, readLedgerJournal } from "./entry.ts";
import type { JournalRead } from "./journal.ts";
import { holdToMeta } from "./as-written.ts";
import { sha256Of } from "./chain.ts";
import { damageOf } from "./damage.ts";
import { isDamage } from "./line.ts";
import { type MetaFile, readMeta } from "./meta-file.ts";
import { type LedgerTools, projectorDeps } from "./ledger-index.ts";
import { createProjector, isShown, type Projection, type Projector } from "./projections.ts";
import { createSerial } from "../../base/async/serial.ts";

export interface LoadedLedger {
  entries: LedgerEntry[];
  problems: string[];
}

const parallel = 32;

export async function loadEntries(deps: LedgerTools, home: HomeLayout): Promise<LoadedLedger> {
  // A deletion that failed may have been undone without an fsync, so sync the directory. Every commission
  // that is shown must be safely on disk.
  await deps.disk.secureNames(home.commissions);
  const names = (await deps.disk.list(home.commissions)).filter((name) => !name.startsWith("."));
  const loaded: LoadedLedger = { entries: [], problems: [] };
  const next = names.values();
  await Promise.all(Array.from({ length: parallel }, () => loadSome(deps, { home, names: next, loaded })));
  return loaded;
}

interface Loading {
  home: HomeLayout;
  names: Iterator<string, undefined> & Iterable<string>;
  loaded: LoadedLedger;
}

async function loadSome(deps: LedgerTools, { home, names, loaded }: Loading): Promise<void> {
  for (const name of names) {
    const id = commissionId.safeParse(name);
    if (!id.success) {
      loaded.problems.push(`commissions/${name} is not a commission; it was left alone.`);
      continue;
    }
    const entry = await loadEntry(deps, { home, id: id.data, problems: loaded.problems });
    if (entry) loaded.entries.push(entry);
  }
}

interface Finding {
  home: HomeLayout;
  id: CommissionId;
  problems: string[];
}

/**
 * Loads one commission. Returns `null` if it cannot be read, which is reported and does not affect the
 * others. Throws if the disk takes no writes: a commission skipped for that reason would be missing until the
 * next start.
 */
async function loadEntry(deps: LedgerTools, { home, id, problems }: Finding): Promise<LedgerEntry | null> {
  const blank: Blank = { id, layout: commissionLayout(home, id), serial: createSerial() };
  const found = await readEntry(deps, blank).catch((error: unknown) => ({ error }));
  if ("error" in found) return setAside(deps, { ...blank, problems, error: found.error });
  if ("summary" in found) return found;
  const commission = fold(found.events);
  if (commission) return openFolded(deps, blank, { read: found, commission });
  problems.push(await clearUnborn(deps, blank));
  return null;
}

type Blank = Pick<LedgerEntry, "id" | "layout" | "serial">;

/** Reads a commission from its meta.json if possible, else from its ledger. Changes nothing on disk. */
async function readEntry(deps: LedgerTools, blank: Blank): Promise<LedgerEntry | JournalRead<LedgerEvent>> {
  const meta = await readMeta(deps.disk, blank.layout);
  const ended = meta && isEndedStatus(meta.commission.status) ? endedEntry(blank, meta) : null;
  try {
    if (ended && meta && (await fitsLedger(deps, blank, meta))) return ended;
    return await readLedger(deps, blank, meta);
  } catch (error) {
    // Whether the ledger is damaged or the disk cannot read it, the commission is shown from its derived
    // files.
    if (!ended || !(error instanceof Error)) throw error;
    return { ...ended, damage: damageOf(ended, error) };
  }
}

async function readLedger(
  deps: LedgerTools,
  blank: Blank,
  meta: MetaFile | null,
): Promise<JournalRead<LedgerEvent>> {
  if (await isSetAside(deps, blank)) throw new Fault("damaged", setAsideBefore);
  const read = await readLedgerJournal(deps.disk, blank.layout);
  if (meta) holdToMeta(blank.layout, meta, read);
  return read;
}

const setAsideBefore = "It was damaged: its ledger is events.jsonl.damaged.";

async function setAside(
  deps: LedgerTools,
  { id, layout, problems, error }: Blank & Pick<Finding, "problems"> & { error: unknown },
): Promise<null> {
  const message = messageOf(error);
  const isNew = isDamage(error) && (await deps.disk.sizeOf(layout.events)) !== undefined;
  if (isNew) await deps.disk.move(layout.events, `${layout.events}.damaged`);
  const done = isNew ? "was set aside as events.jsonl.damaged" : "was left alone";
  problems.push(`Commission ${id} cannot be read and ${done}. ${message}`);
  return null;
}

async function isSetAside(deps: LedgerTools, { layout }: Blank): Promise<boolean> {
  return (await deps.disk.sizeOf(`${layout.events}.damaged`)) !== undefined;
}

function endedEntry(blank: Blank, { commission: summary, idempotencyKey, seq }: MetaFile): LedgerEntry {
  return { ...blank, summary, idempotencyKey, seq, live: null };
}

/** Returns true if the ledger has the length and the last line that its meta.json was made from. */
async function fitsLedger(
  deps: LedgerTools,
  { layout }: Blank,
  { ledger: { bytes, lastLineSha256 } }: MetaFile,
): Promise<boolean> {
  const from = Math.max(0, bytes - tailBytes);
  const tail = await deps.disk.readFrom(layout.events, from);
  // The read reaches the end of the file, so this is its length.
  if (!tail || from + tail.length !== bytes) return false;
  const start = tail.lastIndexOf(0x0a, tail.length - 2) + 1;
  return sha256Of(tail.subarray(start).toString("utf8")) === lastLineSha256;
}

/** Enough for a terminal event and most answers. If the last line is longer, the whole ledger is read instead. */
const tailBytes = 8192;

interface Folded {
  read: JournalRead<LedgerEvent>;
  commission: Commission;
}

async function openFolded(
  deps: LedgerTools,
  blank: Blank,
  { read, commission }: Folded,
): Promise<LedgerEntry> {
  const { layout } = blank;
  const journal = await continueLedgerJournal(deps, layout, read);
  await deps.disk.sweepDrafts(layout.directory);
  const projection = { commission, position: journal.position() };
  const { projector, isSafe } = await openProjector(deps, blank, projection);
  const { idempotencyKey } = commission.record.request;
  const live = isEnded(commission) ? null : { commission, journal, projector };
  const entry = { ...blank, summary: summaryOf(commission), idempotencyKey, live };
  const showAgain =
    isSafe || live ? {} : { late: { journal, projector }, showAgain: () => projector.showNow(projection) };
  return { ...entry, ...showAgain, seq: projection.position.seq };
}

/** Creates the writer of the derived files. Writes them all, unless every one is up to date. */
async function openProjector(
  deps: LedgerTools,
  blank: Blank,
  projection: Projection,
): Promise<{ projector: Projector; isSafe: boolean }> {
  // The files include meta.json. It is written only after the line that it names is on disk, so that line is safe.
  const fits = await isShown(deps.disk, blank.layout, projection);
  const projector = createProjector(projectorDeps(deps, blank.layout), fits ? projection : null);
  if (fits) return { projector, isSafe: true };
  // A killed hall may have written the last lines without an fsync. Sync them before they are shown.
  await deps.disk.secure(blank.layout.events);
  return { projector, isSafe: await projector.showNow(projection) };
}

/**
 * Moves a commission whose ledger has no complete line to the trash. No client was ever told that it was
 * accepted.
 */
async function clearUnborn(deps: LedgerTools, { id, layout }: Blank): Promise<string> {
  await deps.disk.move(layout.directory, `${deps.home.trash}/${id}.unborn`);
  return `Commission ${id} was never accepted: its first line is not whole. It is in trash/${id}.unborn.`;
}
