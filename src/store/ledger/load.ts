// Loads every thing of one kind, such as every commission, when the hall starts. A thing at rest is loaded from
// its meta.json alone, if that matches the ledger or if the ledger cannot be read; all others are loaded from
// their ledgers. A thing that cannot be read is reported, and does not stop the others.
import { basename } from "node:path";
import { messageOf } from "../../base/text/message-of.ts";
import { Fault } from "../../contract/api/problem.ts";
import { continueLedgerJournal, type LedgerEntry, readLedgerJournal } from "./entry.ts";
import type { JournalRead } from "./journal.ts";
import { holdToMeta } from "./as-written.ts";
import { sha256Of } from "./chain.ts";
import { damageOf } from "./damage.ts";
import { type LedgerEventOf, foldOf, type LedgerTypes, named } from "./kind.ts";
import { isDamage } from "./line.ts";
import { type MetaFile, readMeta } from "./meta-file.ts";
import { type LedgerTools, projectorDeps } from "./ledger-index.ts";
import { createProjector, isShown, type Projection, projectionOf, type Projector } from "./projections.ts";
import { createSerial } from "../../base/async/serial.ts";

export interface LoadedLedger<K extends LedgerTypes> {
  entries: LedgerEntry<K>[];
  problems: string[];
}

const parallel = 32;

export async function loadEntries<K extends LedgerTypes>(deps: LedgerTools<K>): Promise<LoadedLedger<K>> {
  const directory = deps.kind.directory(deps.home);
  // A deletion that failed may have been undone without an fsync, so sync the directory. Every thing that is
  // shown must be safely on disk.
  await deps.disk.secureNames(directory);
  const names = (await deps.disk.list(directory)).filter((name) => !name.startsWith("."));
  const loaded: LoadedLedger<K> = { entries: [], problems: [] };
  const next = names.values();
  await Promise.all(Array.from({ length: parallel }, () => loadSome(deps, { names: next, loaded })));
  return loaded;
}

interface Loading<K extends LedgerTypes> {
  names: Iterator<string, undefined> & Iterable<string>;
  loaded: LoadedLedger<K>;
}

async function loadSome<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  { names, loaded }: Loading<K>,
): Promise<void> {
  const { kind, home } = deps;
  for (const name of names) {
    const id = kind.parseId(name);
    if (id === null) {
      const place = `${basename(kind.directory(home))}/${name}`;
      loaded.problems.push(`${place} is not a ${kind.noun}; it was left alone.`);
      continue;
    }
    const entry = await loadEntry(deps, { id, problems: loaded.problems });
    if (entry) loaded.entries.push(entry);
  }
}

interface Finding<K extends LedgerTypes> {
  id: K["id"];
  problems: string[];
}

/**
 * Loads one thing. Returns `null` if it cannot be read, which is reported and does not affect the others.
 * Throws if the disk takes no writes: a thing skipped for that reason would be missing until the next start.
 */
async function loadEntry<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  { id, problems }: Finding<K>,
): Promise<LedgerEntry<K> | null> {
  const { kind, home } = deps;
  const blank: Blank<K> = { id, layout: kind.layoutOf(home, id), serial: createSerial() };
  const found = await readEntry(deps, blank).catch((error: unknown) => ({ error }));
  if ("error" in found) return setAside(deps, { ...blank, problems, error: found.error });
  if ("summary" in found) return found;
  const state = foldOf(kind, found.events);
  if (state) return openFolded(deps, blank, { read: found, state });
  problems.push(await clearUnborn(deps, blank));
  return null;
}

type Blank<K extends LedgerTypes> = Pick<LedgerEntry<K>, "id" | "layout" | "serial">;

/** Reads a thing from its meta.json if possible, else from its ledger. Changes nothing on disk. */
async function readEntry<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  blank: Blank<K>,
): Promise<LedgerEntry<K> | JournalRead<LedgerEventOf<K>>> {
  const { kind, disk } = deps;
  const meta = await readMeta(kind, disk, blank.layout);
  const resting = meta && kind.isAtRest(meta.summary) ? restingEntry(blank, meta) : null;
  try {
    if (resting && meta && (await fitsLedger(deps, blank, meta))) return resting;
    return await readLedger(deps, blank, meta);
  } catch (error) {
    // Whether the ledger is damaged or the disk cannot read it, the thing is shown from its derived files.
    if (!resting || !(error instanceof Error)) throw error;
    return { ...resting, damage: damageOf(kind, resting, error) };
  }
}

async function readLedger<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  blank: Blank<K>,
  meta: MetaFile<K> | null,
): Promise<JournalRead<LedgerEventOf<K>>> {
  if (await isSetAside(deps, blank)) throw new Fault("damaged", setAsideBefore);
  const { kind, disk } = deps;
  const { layout } = blank;
  const read = await readLedgerJournal(kind, disk, layout);
  if (meta) holdToMeta(kind, { layout, meta, read });
  return read;
}

const setAsideBefore = "It was damaged: its ledger is events.jsonl.damaged.";

async function setAside<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  { id, layout, problems, error }: Blank<K> & Pick<Finding<K>, "problems"> & { error: unknown },
): Promise<null> {
  const message = messageOf(error);
  const isNew = isDamage(error) && (await deps.disk.sizeOf(layout.events)) !== undefined;
  if (isNew) await deps.disk.move(layout.events, `${layout.events}.damaged`);
  const done = isNew ? "was set aside as events.jsonl.damaged" : "was left alone";
  problems.push(`${named(deps.kind, id)} cannot be read and ${done}. ${message}`);
  return null;
}

async function isSetAside<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  { layout }: Blank<K>,
): Promise<boolean> {
  return (await deps.disk.sizeOf(`${layout.events}.damaged`)) !== undefined;
}

function restingEntry<K extends LedgerTypes>(
  blank: Blank<K>,
  { summary, idempotencyKey, seq }: MetaFile<K>,
): LedgerEntry<K> {
  return { ...blank, summary, idempotencyKey, seq, live: null };
}

/** Returns true if the ledger has the length and the last line that its meta.json was made from. */
async function fitsLedger<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  { layout }: Blank<K>,
  { ledger: { bytes, lastLineSha256 } }: MetaFile<K>,
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

interface Folded<K extends LedgerTypes> {
  read: JournalRead<LedgerEventOf<K>>;
  state: K["state"];
}

async function openFolded<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  blank: Blank<K>,
  { read, state }: Folded<K>,
): Promise<LedgerEntry<K>> {
  const { kind } = deps;
  const { layout } = blank;
  const journal = await continueLedgerJournal(deps, layout, read);
  await deps.disk.sweepDrafts(layout.directory);
  const projection = projectionOf(kind, state, journal.position());
  const { summary } = projection;
  const { projector, isSafe } = await openProjector(deps, blank, projection);
  const live = kind.isAtRest(summary) ? null : { state, journal, projector };
  const entry = { ...blank, summary, idempotencyKey: kind.keyOf(state), live };
  const showAgain =
    isSafe || live ? {} : { late: { journal, projector }, showAgain: () => projector.showNow(projection) };
  return { ...entry, ...showAgain, seq: projection.position.seq };
}

/** Creates the writer of the derived files. Writes them all, unless every one is up to date. */
async function openProjector<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  blank: Blank<K>,
  projection: Projection<K>,
): Promise<{ projector: Projector<K>; isSafe: boolean }> {
  // The files include meta.json. It is written only after the line that it names is on disk, so that line is safe.
  const fits = await isShown({ ...deps, layout: blank.layout }, projection);
  const projector = createProjector(projectorDeps(deps, blank.layout), fits ? projection : null);
  if (fits) return { projector, isSafe: true };
  // A killed hall may have written the last lines without an fsync. Sync them before they are shown.
  await deps.disk.secure(blank.layout.events);
  return { projector, isSafe: await projector.showNow(projection) };
}

/**
 * Moves a thing whose ledger has no complete line to the trash. No client was ever told that it was accepted.
 */
async function clearUnborn<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  { id, layout }: Blank<K>,
): Promise<string> {
  await deps.disk.move(layout.directory, `${deps.home.trash}/${id}.unborn`);
  return `${named(deps.kind, id)} was never accepted: its first line is not whole. It is in trash/${id}.unborn.`;
}
