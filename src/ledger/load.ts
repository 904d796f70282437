// Finds every commission of a home at start. An ended one is taken from its meta.json when that fits its ledger; all
// others are folded. What cannot be read is set aside and named, and the rest goes on.
import { isEndedStatus } from "../contract/commission.ts";
import type { LedgerEvent } from "../contract/events.ts";
import { commissionLayout, type HomeLayout } from "../contract/home-layout.ts";
import { type CommissionId, commissionId } from "../contract/ids.ts";
import { type CommissionMeta, commissionMeta } from "../contract/meta.ts";
import { fold } from "../rules/evolve.ts";
import { summaryOf } from "../rules/show.ts";
import { type Commission, isEnded } from "../rules/state.ts";
import { continueLedgerJournal, type Entry, readLedgerJournal } from "./entry.ts";
import type { JournalRead } from "./journal.ts";
import { isDamage, sha256Of } from "./line.ts";
import { type LedgerTools, projectorDeps } from "./shelf.ts";
import { createProjector, isShown, type Projection, type Projector } from "./projections.ts";
import { createSerial } from "../host/serial.ts";

export interface Loaded {
  entries: Entry[];
  problems: string[];
}

const parallel = 32;

export async function loadEntries(deps: LedgerTools, home: HomeLayout): Promise<Loaded> {
  // A deletion that failed was taken back, perhaps on a disk that took no sync: what is shown must be safe in its place.
  await deps.disk.secureNames(home.commissions);
  const names = (await deps.disk.list(home.commissions)).filter((name) => !name.startsWith("."));
  const loaded: Loaded = { entries: [], problems: [] };
  const next = names.values();
  await Promise.all(Array.from({ length: parallel }, () => loadSome(deps, { home, names: next, loaded })));
  return loaded;
}

interface Loading {
  home: HomeLayout;
  names: Iterator<string, undefined> & Iterable<string>;
  loaded: Loaded;
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
 * Whatever is wrong with one commission is named, and hurts no other. But a disk that takes no writes stops the start: a
 * commission passed over for that would be missing until the next one.
 */
async function loadEntry(deps: LedgerTools, { home, id, problems }: Finding): Promise<Entry | null> {
  const blank: Blank = { id, layout: commissionLayout(home, id), serial: createSerial() };
  const found = await readEntry(deps, blank).catch((error: unknown) => ({ error }));
  if ("error" in found) return setAside(deps, { ...blank, problems, error: found.error });
  if ("summary" in found) return found;
  const commission = fold(found.events);
  if (commission) return openFolded(deps, blank, { read: found, commission });
  problems.push(await clearUnborn(deps, blank));
  return null;
}

type Blank = Pick<Entry, "id" | "layout" | "serial">;

/** Changes nothing. */
async function readEntry(deps: LedgerTools, blank: Blank): Promise<Entry | JournalRead<LedgerEvent>> {
  const ended = await openEnded(deps, blank);
  if (ended) return ended;
  if (await isSetAside(deps, blank)) throw new Error("It was damaged: its ledger is events.jsonl.damaged.");
  return readLedgerJournal(deps.disk, blank.layout);
}

async function setAside(
  deps: LedgerTools,
  { id, layout, problems, error }: Blank & Pick<Finding, "problems"> & { error: unknown },
): Promise<null> {
  const message = error instanceof Error ? error.message : String(error);
  if (isDamage(error)) await deps.disk.move(layout.events, `${layout.events}.damaged`);
  const done = isDamage(error) ? "was set aside as events.jsonl.damaged" : "was left alone";
  problems.push(`Commission ${id} cannot be read and ${done}. ${message}`);
  return null;
}

async function isSetAside(deps: LedgerTools, { layout }: Blank): Promise<boolean> {
  return (await deps.disk.sizeOf(`${layout.events}.damaged`)) !== undefined;
}

/** An ended commission whose ledger is, to the byte, the one its meta.json was made from. */
async function openEnded(deps: LedgerTools, blank: Blank): Promise<Entry | null> {
  const { layout } = blank;
  const meta = await readMeta(deps, blank);
  if (!meta || !isEndedStatus(meta.commission.status)) return null;
  const { bytes, lastLineSha256 } = meta.ledger;
  const from = Math.max(0, bytes - tailBytes);
  const tail = await deps.disk.readFrom(layout.events, from);
  // What was read reaches to the end of the file, so this is its length.
  if (!tail || from + tail.length !== bytes) return null;
  const start = tail.lastIndexOf(0x0a, tail.length - 2) + 1;
  if (sha256Of(tail.subarray(start).toString("utf8")) !== lastLineSha256) return null;
  const { commission: summary, idempotencyKey, seq } = meta;
  return { ...blank, summary, idempotencyKey, seq, live: null };
}

/** A terminal event fits in this, and most answers; a longer last line only means that the ledger is folded. */
const tailBytes = 8192;

/** Derived, so one that cannot be read counts as none. */
async function readMeta(deps: LedgerTools, { layout }: Blank): Promise<CommissionMeta | null> {
  const text = await deps.disk.readText(layout.meta).catch(() => undefined);
  return commissionMeta.safeParse(parseOrNull(text)).data ?? null;
}

interface Folded {
  read: JournalRead<LedgerEvent>;
  commission: Commission;
}

async function openFolded(deps: LedgerTools, blank: Blank, { read, commission }: Folded): Promise<Entry> {
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

/** Nothing is written where every file says what it should. */
async function openProjector(
  deps: LedgerTools,
  blank: Blank,
  projection: Projection,
): Promise<{ projector: Projector; isSafe: boolean }> {
  // Among them is meta.json, which is begun only when the line that it names is on the disk.
  const fits = await isShown(deps.disk, blank.layout, projection);
  const projector = createProjector(projectorDeps(deps, blank.layout), fits ? projection : null);
  if (fits) return { projector, isSafe: true };
  // A hall that was killed may have written these lines and not synced them. Nobody is shown what can still be lost.
  await deps.disk.secure(blank.layout.events);
  return { projector, isSafe: await projector.showNow(projection) };
}

/** A directory whose first line never became whole was never acknowledged to anybody. It is kept, out of the way. */
async function clearUnborn(deps: LedgerTools, { id, layout }: Blank): Promise<string> {
  await deps.disk.move(layout.directory, `${deps.home.trash}/${id}.unborn`);
  return `Commission ${id} was never accepted: its first line is not whole. It is in trash/${id}.unborn.`;
}

function parseOrNull(text: string | undefined): unknown {
  try {
    return text === undefined ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
