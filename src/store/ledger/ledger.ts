// The hall's record. Every change is decided, made durable, folded, shown and announced, in that order, one commission
// at a time.
import type { LedgerEvent } from "../../contract/commission/events.ts";
import { commissionLayout } from "../../contract/home/home-layout.ts";
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { type Commission, isEnded } from "../../rules/commission/state.ts";
import { noteArtifacts, noteDamage, noteSound } from "./damage.ts";
import { type Derived, readDerived } from "./derived.ts";
import { type Entry, readEvents } from "./entry.ts";
import { createEntry, type Creation, executeOn } from "./execute.ts";
import { createFolds } from "./folds.ts";
import { inspectAlone, inspectEntry } from "./inspect.ts";
import { createLane } from "./lane.ts";
import { loadEntries } from "./load.ts";
import { insertId, newestFirst } from "./order.ts";
import { createPages, type PageOrder } from "./pages.ts";
import { finishDeletions, removeEntry } from "./remove.ts";
import type { Change, LedgerDeps, LedgerTools, Shelf } from "./shelf.ts";

export type Executed = { ok: true; commission: Commission } | Refusal;

export interface Ledger {
  /** What the start found, and what reads have found since. */
  readonly problems: readonly string[];
  /** Where it has to wait for something, that is written in the same step. */
  create(request: AcceptedRequest, waitingFor?: readonly string[]): Promise<Executed>;
  /** Applies the commands in order, as one durable step; the first refusal stops it and nothing is written. */
  execute(id: CommissionId, commands: readonly Command[]): Promise<Executed>;
  find(id: CommissionId): Promise<Commission | undefined>;
  /** What is left of an ended commission whose ledger cannot be read; undefined: it can be, or there is none. */
  derived(id: CommissionId): Promise<Derived | undefined>;
  /** Reads all of one, its artifacts too: damage is noticed, and files that are not what was made from a sound ledger are made anew. */
  inspect(id: CommissionId): Promise<void>;
  findByKey(idempotencyKey: string): CommissionId | undefined;
  events(id: CommissionId): Promise<LedgerEvent[] | undefined>;
  /** The lines after one of a number: so many, or fewer where they are long. It costs what is on it. */
  page(id: CommissionId, order: PageOrder): Promise<LedgerEvent[] | undefined>;
  summary(id: CommissionId): CommissionSummary | undefined;
  summaries(): Iterable<CommissionSummary>;
  /** Newest first, by their ids; only those older than `before`, where one is given. */
  newest(before?: CommissionId): Iterable<CommissionSummary>;
  /** Those that have not ended. */
  live(): Commission[];
  /** Takes an ended commission out of the record: for good, or into the trash, whose path is returned. */
  remove(
    id: CommissionId,
    how: "for-good" | "to-trash",
  ): Promise<{ ok: true; movedTo: string | null } | Refusal>;
  subscribe(listener: (change: Change) => void): () => void;
  close(): Promise<void>;
}

/** Two, so that the disk has work while we have ours. */
const laneWidth = 2;

export async function openLedger(outside: LedgerDeps): Promise<Ledger> {
  const deps: LedgerTools = { ...outside, lane: createLane(laneWidth) };
  const leftovers = await finishDeletions(deps.disk, deps.home);
  const { entries, problems } = await loadEntries(deps, deps.home);
  const shelf = createShelf();
  const pages = createPages(deps.disk);
  const folds = createFolds(deps.disk);
  for (const entry of entries.sort((a, b) => (a.id < b.id ? -1 : 1))) place(shelf, entry);
  for (const entry of entries) if (entry.showAgain) showLater(deps, shelf, entry);
  const reading = { deps, shelf };
  return {
    get problems() {
      return [...leftovers, ...problems, ...shelf.damaged.values(), ...shelf.spoiled.values()];
    },
    create: (request, waitingFor = []) => create(deps, shelf, { request, waitingFor }),
    execute: (id, commands) => execute(deps, shelf, { id, commands }),
    find: async (id) => (await readWhole(reading, id, folds.read)) ?? undefined,
    derived: (id) => readDerivedIfDamaged(reading, id),
    inspect: (id) => inspect(reading, id),
    findByKey: (key) => shelf.keys.get(key),
    events: (id) => readWhole(reading, id, (entry) => readEvents(deps.disk, entry)),
    page: (id, order) => readIfThere(reading, id, (entry) => pages.read(entry, order)),
    summary: (id) => shelf.entries.get(id)?.summary,
    summaries: () => shelf.entries.values().map((entry) => entry.summary),
    newest: (before) => newest(shelf, before),
    live: () => [...liveOf(shelf)],
    remove: (id, how) => removeEntry(deps, shelf, { id, how }),
    subscribe: (listener) => subscribe(shelf, listener),
    close: () => closeAll(shelf),
  };
}

function createShelf(): Shelf {
  return {
    entries: new Map(),
    order: [],
    live: new Set(),
    keys: new Map(),
    damaged: new Map(),
    spoiled: new Map(),
    listeners: new Set(),
    unshown: new Set(),
    showing: null,
    isClosed: false,
  };
}

function place(shelf: Shelf, entry: Entry): void {
  shelf.entries.set(entry.id, entry);
  insertId(shelf.order, entry.id);
  if (entry.live) shelf.live.add(entry);
  if (entry.damage !== undefined) shelf.damaged.set(entry.id, entry.damage);
  if (entry.idempotencyKey !== null) shelf.keys.set(entry.idempotencyKey, entry.id);
}

async function create(
  deps: LedgerTools,
  shelf: Shelf,
  { request, waitingFor }: Omit<Creation, "layout">,
): Promise<Executed> {
  if (shelf.entries.has(request.id))
    return refuse("wrong_state", "A commission with this id exists already.");
  const layout = commissionLayout(deps.home, request.id);
  const { entry, commission, events } = await createEntry(deps, { request, waitingFor, layout });
  place(shelf, entry);
  announce(shelf, entry, events);
  showUnshown(deps, shelf);
  return { ok: true, commission };
}

async function execute(
  deps: LedgerTools,
  shelf: Shelf,
  { id, commands }: { id: CommissionId; commands: readonly Command[] },
): Promise<Executed> {
  const entry = shelf.entries.get(id);
  if (!entry) return refuse("not_found", `There is no commission ${id}.`);
  return entry.serial(async () => {
    const done = await executeIfSound(deps, entry, commands).catch((error: unknown) =>
      noteDamage(deps, shelf, { entry, error }),
    );
    if (!done.ok) return done;
    if (!entry.live) shelf.live.delete(entry);
    announce(shelf, entry, done.events);
    if (entry.showAgain) showLater(deps, shelf, entry);
    else if (done.events.length > 0) showUnshown(deps, shelf);
    return { ok: true, commission: done.commission };
  });
}

/** Nothing is written to a ledger that the start found damaged. */
async function executeIfSound(
  deps: LedgerTools,
  entry: Entry,
  commands: readonly Command[],
): ReturnType<typeof executeOn> {
  if (entry.damage !== undefined) await inspectAlone(deps, entry);
  return executeOn(deps, entry, commands);
}

/** The disk takes writes again, so what could not be shown is tried again. */
function showUnshown(deps: LedgerDeps, shelf: Shelf): void {
  for (const entry of shelf.unshown) {
    shelf.unshown.delete(entry);
    void entry.showAgain?.().then((isShown) => {
      if (isShown) delete entry.showAgain;
      else if (shelf.entries.has(entry.id)) showLater(deps, shelf, entry);
    });
  }
}

/** How long a disk that takes no writes is given, where nothing else tells that it does again. */
const showAgainMs = 5000;

function showLater(deps: LedgerDeps, shelf: Shelf, entry: Entry): void {
  shelf.unshown.add(entry);
  if (shelf.isClosed) return;
  shelf.showing ??= deps.clock.after(showAgainMs, () => {
    shelf.showing = null;
    showUnshown(deps, shelf);
  });
}

function announce(shelf: Shelf, entry: Entry, events: readonly LedgerEvent[]): void {
  for (const event of events)
    for (const listener of shelf.listeners) listener({ summary: entry.summary, event });
}

/** What is being deleted meanwhile is not there; half of it would look like damage. */
async function readIfThere<T>(
  { deps, shelf }: Reading,
  id: CommissionId,
  readIt: (entry: Entry) => Promise<T>,
): Promise<T | undefined> {
  const entry = shelf.entries.get(id);
  if (!entry) return undefined;
  try {
    return await readIt(entry);
  } catch (error) {
    if (entry.isLeaving || !shelf.entries.has(id)) return undefined;
    return noteDamage(deps, shelf, { entry, error });
  }
}

interface Reading {
  deps: LedgerTools;
  shelf: Shelf;
}

/** The same for who reads all of its ledger: what was damaged may have been restored. */
async function readWhole<T>(
  reading: Reading,
  id: CommissionId,
  readIt: (entry: Entry) => Promise<T>,
): Promise<T | undefined> {
  return readIfThere(reading, id, async (entry) => {
    // What the start found need not be in the lines that are asked for.
    if (entry.damage !== undefined) await inspectEntry(reading.deps, entry);
    const found = await readIt(entry);
    if (!entry.live) noteSound(reading.deps, reading.shelf, entry);
    return found;
  });
}

async function inspect(reading: Reading, id: CommissionId): Promise<void> {
  const spoiled = await readWhole(reading, id, (entry) => inspectEntry(reading.deps, entry));
  if (spoiled) noteArtifacts(reading.deps, reading.shelf, { id, spoiled });
}

/** Only who has found it damaged asks, so that nothing is read twice. */
async function readDerivedIfDamaged(
  { deps, shelf }: Reading,
  id: CommissionId,
): Promise<Derived | undefined> {
  const entry = shelf.entries.get(id);
  const damage = shelf.damaged.get(id);
  if (!entry || entry.live || damage === undefined) return undefined;
  return readDerived(deps.disk, { ...entry, damage });
}

function* newest(shelf: Shelf, before: CommissionId | undefined): Iterable<CommissionSummary> {
  for (const id of newestFirst(shelf.order, before)) {
    const entry = shelf.entries.get(id);
    if (entry) yield entry.summary;
  }
}

function* liveOf(shelf: Shelf): Iterable<Commission> {
  for (const { live } of shelf.live) if (live && !isEnded(live.commission)) yield live.commission;
}

function subscribe(shelf: Shelf, listener: (change: Change) => void): () => void {
  shelf.listeners.add(listener);
  return () => shelf.listeners.delete(listener);
}

async function closeAll(shelf: Shelf): Promise<void> {
  shelf.isClosed = true;
  shelf.showing?.cancel();
  for (const entry of shelf.live) {
    await entry.serial(async () => {
      const { live } = entry;
      if (!live) return;
      await live.projector.showNow({ commission: live.commission, position: live.journal.position() });
    });
  }
}
