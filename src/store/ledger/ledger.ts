// The hall's record of all commissions. Each change is decided, made durable, folded, shown and announced, in that
// order, one at a time for each commission.
import type { LedgerEvent } from "../../contract/commission/events.ts";
import { commissionLayout } from "../../contract/home/home-layout.ts";
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionChange, CommissionSummary } from "../../contract/commission/meta.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { type Commission, isEnded } from "../../rules/commission/state.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import { noteArtifacts, noteDamage, noteSound } from "./damage.ts";
import { type Derived, readDerived } from "./derived.ts";
import { type LedgerEntry, readEvents } from "./entry.ts";
import { createEntry, type Creation, executeOn } from "./execute.ts";
import { createFolds } from "./folds.ts";
import { inspectAlone, inspectEntry } from "./inspect.ts";
import { createLane } from "./projection-queue.ts";
import { loadEntries } from "./load.ts";
import { insertId, newestFirst } from "./order.ts";
import { createPages, type PageOrder } from "./pages.ts";
import { finishDeletions, removeEntry } from "./remove.ts";
import type { LedgerDeps, LedgerTools, LedgerIndex } from "./ledger-index.ts";

export interface Ledger {
  /** Problems found by the start, and by reads since. */
  readonly problems: readonly string[];
  /** Writes what it has to wait for, if anything, in the same step. */
  create(request: AcceptedRequest, waitingFor?: readonly string[]): Promise<Executed>;
  /** Applies the commands in order, as one durable step; on the first refusal nothing is written. */
  execute(id: CommissionId, commands: readonly Command[]): Promise<Executed>;
  find(id: CommissionId): Promise<Commission | undefined>;
  /** Reads what is left of an ended commission with an unreadable ledger; `undefined` if it is readable or unknown. */
  derived(id: CommissionId): Promise<Derived | undefined>;
  /**
   * Reads a commission completely, artifacts too. Reports damage, and rewrites derived files that are not as written.
   */
  inspect(id: CommissionId): Promise<void>;
  findByKey(idempotencyKey: string): CommissionId | undefined;
  events(id: CommissionId): Promise<LedgerEvent[] | undefined>;
  /** Returns up to `limit` events after `after`, fewer beyond 16 MiB. The cost follows the page, not the ledger. */
  page(id: CommissionId, order: PageOrder): Promise<LedgerEvent[] | undefined>;
  summary(id: CommissionId): CommissionSummary | undefined;
  summaries(): Iterable<CommissionSummary>;
  /** Newest first, by id; only those older than `before`, if it is given. */
  newest(before?: CommissionId): Iterable<CommissionSummary>;
  /** The commissions that have not ended. */
  live(): Commission[];
  /** Removes an ended commission from the record: for good, or to the trash, whose path it returns. */
  remove(
    id: CommissionId,
    how: "for-good" | "to-trash",
  ): Promise<{ ok: true; movedTo: string | null } | Refusal>;
  subscribe(listener: (change: CommissionChange) => void): () => void;
  close(): Promise<void>;
}

/** Two, so that the disk stays busy while the hall computes. */
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

function createShelf(): LedgerIndex {
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

function place(shelf: LedgerIndex, entry: LedgerEntry): void {
  shelf.entries.set(entry.id, entry);
  insertId(shelf.order, entry.id);
  if (entry.live) shelf.live.add(entry);
  if (entry.damage !== undefined) shelf.damaged.set(entry.id, entry.damage);
  if (entry.idempotencyKey !== null) shelf.keys.set(entry.idempotencyKey, entry.id);
}

async function create(
  deps: LedgerTools,
  shelf: LedgerIndex,
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
  shelf: LedgerIndex,
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

/** Inspects a ledger that the start found damaged, which throws if it still is, so that nothing is written to it. */
async function executeIfSound(
  deps: LedgerTools,
  entry: LedgerEntry,
  commands: readonly Command[],
): ReturnType<typeof executeOn> {
  if (entry.damage !== undefined) await inspectAlone(deps, entry);
  return executeOn(deps, entry, commands);
}

/** The disk takes writes again: retries what could not be shown. */
function showUnshown(deps: LedgerDeps, shelf: LedgerIndex): void {
  for (const entry of shelf.unshown) {
    shelf.unshown.delete(entry);
    void entry.showAgain?.().then((isShown) => {
      if (isShown) delete entry.showAgain;
      else if (shelf.entries.has(entry.id)) showLater(deps, shelf, entry);
    });
  }
}

/** How long to wait before a retry, if no successful write triggers it earlier. */
const showAgainMs = 5000;

function showLater(deps: LedgerDeps, shelf: LedgerIndex, entry: LedgerEntry): void {
  shelf.unshown.add(entry);
  if (shelf.isClosed) return;
  shelf.showing ??= deps.clock.after(showAgainMs, () => {
    shelf.showing = null;
    showUnshown(deps, shelf);
  });
}

function announce(shelf: LedgerIndex, entry: LedgerEntry, events: readonly LedgerEvent[]): void {
  for (const event of events)
    for (const listener of shelf.listeners) listener({ summary: entry.summary, event });
}

/** Returns `undefined` for a commission that is being deleted, because half of it would look like damage. */
async function readIfThere<T>(
  { deps, shelf }: Reading,
  id: CommissionId,
  readIt: (entry: LedgerEntry) => Promise<T>,
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
  shelf: LedgerIndex;
}

/** Like `readIfThere`, for a read of the whole ledger, which also clears damage that was repaired. */
async function readWhole<T>(
  reading: Reading,
  id: CommissionId,
  readIt: (entry: LedgerEntry) => Promise<T>,
): Promise<T | undefined> {
  return readIfThere(reading, id, async (entry) => {
    // The damage that the start found may lie outside the lines that `readIt` reads.
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

/** Reads no ledger: it relies on the damage that an earlier read has found. */
async function readDerivedIfDamaged(
  { deps, shelf }: Reading,
  id: CommissionId,
): Promise<Derived | undefined> {
  const entry = shelf.entries.get(id);
  const damage = shelf.damaged.get(id);
  if (!entry || entry.live || damage === undefined) return undefined;
  return readDerived(deps.disk, { ...entry, damage });
}

function* newest(shelf: LedgerIndex, before: CommissionId | undefined): Iterable<CommissionSummary> {
  for (const id of newestFirst(shelf.order, before)) {
    const entry = shelf.entries.get(id);
    if (entry) yield entry.summary;
  }
}

function* liveOf(shelf: LedgerIndex): Iterable<Commission> {
  for (const { live } of shelf.live) if (live && !isEnded(live.commission)) yield live.commission;
}

function subscribe(shelf: LedgerIndex, listener: (change: CommissionChange) => void): () => void {
  shelf.listeners.add(listener);
  return () => shelf.listeners.delete(listener);
}

async function closeAll(shelf: LedgerIndex): Promise<void> {
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
