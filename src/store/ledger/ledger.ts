// Keeps the hall's record of all commissions. The changes of a commission are made one at a time: each is decided,
// synced to the ledger on disk, applied to the state in memory, and announced to listeners, in that order.
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
import { showLater, showUnshown } from "./show-later.ts";

export interface Ledger {
  /** Sentences about problems that were found when the hall started, or by a read since. */
  readonly problems: readonly string[];
  /** Creates a commission, and records in the same step the things that it has to wait for, if any. */
  create(request: AcceptedRequest, waitingFor?: readonly string[]): Promise<Executed>;
  /** Applies the commands in order, as one durable step; on the first refusal nothing is written. */
  execute(id: CommissionId, commands: readonly Command[]): Promise<Executed>;
  find(id: CommissionId): Promise<Commission | undefined>;
  /** Reads the derived files of an ended commission whose ledger was found unreadable; `undefined` for any other. */
  derived(id: CommissionId): Promise<Derived | undefined>;
  /**
   * Reads an ended commission completely, with its artifacts. Reports damage, and rewrites derived files that
   * were changed. Does nothing for any other commission.
   */
  inspect(id: CommissionId): Promise<void>;
  findByKey(idempotencyKey: string): CommissionId | undefined;
  events(id: CommissionId): Promise<LedgerEvent[] | undefined>;
  /**
   * Returns up to `limit` events after line `after`, and at most 16 MiB, unless the first event alone is
   * longer. Parses only these lines of the ledger.
   */
  page(id: CommissionId, order: PageOrder): Promise<LedgerEvent[] | undefined>;
  summary(id: CommissionId): CommissionSummary | undefined;
  summaries(): Iterable<CommissionSummary>;
  /** Returns the summaries sorted by id, newest first; if `before` is given, only those of older commissions. */
  newest(before?: CommissionId): Iterable<CommissionSummary>;
  /** Returns the commissions that have not ended. */
  live(): Commission[];
  /** Deletes an ended commission for good, or moves it to the trash and returns its path there. */
  remove(
    id: CommissionId,
    how: "for-good" | "to-trash",
  ): Promise<{ ok: true; movedTo: string | null } | Refusal>;
  subscribe(listener: (change: CommissionChange) => void): () => void;
  close(): Promise<void>;
}

/** How many queued writes of derived files run at a time: two, so that the disk is busy while the hall computes. */
const laneWidth = 2;

export async function openLedger(outside: LedgerDeps): Promise<Ledger> {
  const deps: LedgerTools = { ...outside, lane: createLane(laneWidth) };
  const leftovers = await finishDeletions(deps.disk, deps.home);
  const { entries, problems } = await loadEntries(deps, deps.home);
  const index = createIndex();
  const pages = createPages(deps.disk);
  const folds = createFolds(deps.disk);
  for (const entry of entries.sort((a, b) => (a.id < b.id ? -1 : 1))) place(index, entry);
  for (const entry of entries) if (entry.showAgain) showLater(deps, index, entry);
  const reading = { deps, index };
  return {
    get problems() {
      return [...leftovers, ...problems, ...index.damaged.values(), ...index.spoiled.values()];
    },
    create: (request, waitingFor = []) => create(deps, index, { request, waitingFor }),
    execute: (id, commands) => execute(deps, index, { id, commands }),
    find: async (id) => (await readWhole(reading, id, folds.read)) ?? undefined,
    derived: (id) => readDerivedIfDamaged(reading, id),
    inspect: (id) => inspect(reading, id),
    findByKey: (key) => index.keys.get(key),
    events: (id) => readWhole(reading, id, (entry) => readEvents(deps.disk, entry)),
    page: (id, order) => readIfThere(reading, id, (entry) => pages.read(entry, order)),
    summary: (id) => index.entries.get(id)?.summary,
    summaries: () => index.entries.values().map((entry) => entry.summary),
    newest: (before) => newest(index, before),
    live: () => [...liveOf(index)],
    remove: (id, how) => removeEntry(deps, index, { id, how }),
    subscribe: (listener) => subscribe(index, listener),
    close: () => closeAll(index),
  };
}

function createIndex(): LedgerIndex {
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

function place(index: LedgerIndex, entry: LedgerEntry): void {
  index.entries.set(entry.id, entry);
  insertId(index.order, entry.id);
  if (entry.live) index.live.add(entry);
  if (entry.damage !== undefined) index.damaged.set(entry.id, entry.damage);
  if (entry.idempotencyKey !== null) index.keys.set(entry.idempotencyKey, entry.id);
}

async function create(
  deps: LedgerTools,
  index: LedgerIndex,
  { request, waitingFor }: Omit<Creation, "layout">,
): Promise<Executed> {
  if (index.entries.has(request.id))
    return refuse("wrong_state", "A commission with this id exists already.");
  const layout = commissionLayout(deps.home, request.id);
  const { entry, commission, events } = await createEntry(deps, { request, waitingFor, layout });
  place(index, entry);
  announce(index, entry, events);
  showUnshown(deps, index);
  return { ok: true, commission };
}

async function execute(
  deps: LedgerTools,
  index: LedgerIndex,
  { id, commands }: { id: CommissionId; commands: readonly Command[] },
): Promise<Executed> {
  const entry = index.entries.get(id);
  if (!entry) return refuse("not_found", `There is no commission ${id}.`);
  return entry.serial(async () => {
    // It may have been deleted while this command waited for its turn.
    if (index.entries.get(id) !== entry) return refuse("not_found", `There is no commission ${id}.`);
    const done = await executeIfSound(deps, entry, commands).catch((error: unknown) =>
      noteDamage(deps, index, { entry, error }),
    );
    if (!done.ok) return done;
    if (!entry.live) index.live.delete(entry);
    announce(index, entry, done.events);
    if (entry.showAgain) showLater(deps, index, entry);
    else if (done.events.length > 0) showUnshown(deps, index);
    return { ok: true, commission: done.commission };
  });
}

/**
 * Executes the commands. If the ledger was found damaged when the hall started, inspects it first, and throws without
 * writing if it still is.
 */
async function executeIfSound(
  deps: LedgerTools,
  entry: LedgerEntry,
  commands: readonly Command[],
): ReturnType<typeof executeOn> {
  if (entry.damage !== undefined) await inspectAlone(deps, entry);
  return executeOn(deps, entry, commands);
}

function announce(index: LedgerIndex, entry: LedgerEntry, events: readonly LedgerEvent[]): void {
  for (const event of events)
    for (const listener of index.listeners) listener({ summary: entry.summary, event });
}

/**
 * Reads from a commission, and records damage. Returns `undefined` if the commission does not exist, or is being
 * deleted: its missing files would look like damage.
 */
async function readIfThere<T>(
  { deps, index }: Reading,
  id: CommissionId,
  readIt: (entry: LedgerEntry) => Promise<T>,
): Promise<T | undefined> {
  const entry = index.entries.get(id);
  if (!entry) return undefined;
  try {
    return await readIt(entry);
  } catch (error) {
    if (entry.isLeaving || !index.entries.has(id)) return undefined;
    return noteDamage(deps, index, { entry, error });
  }
}

interface Reading {
  deps: LedgerTools;
  index: LedgerIndex;
}

/** Like `readIfThere`, for a read of the whole ledger. A success also clears an earlier report of damage. */
async function readWhole<T>(
  reading: Reading,
  id: CommissionId,
  readIt: (entry: LedgerEntry) => Promise<T>,
): Promise<T | undefined> {
  return readIfThere(reading, id, async (entry) => {
    // The damage that was found when the hall started may lie outside the lines that `readIt` reads.
    if (entry.damage !== undefined) await inspectEntry(reading.deps, entry);
    const found = await readIt(entry);
    if (!entry.live) noteSound(reading.deps, reading.index, entry);
    return found;
  });
}

async function inspect(reading: Reading, id: CommissionId): Promise<void> {
  const spoiled = await readWhole(reading, id, (entry) => inspectEntry(reading.deps, entry));
  if (spoiled) noteArtifacts(reading.deps, reading.index, { id, spoiled });
}

/** Reads the derived files if an earlier read found the ledger damaged. Does not read the ledger again. */
async function readDerivedIfDamaged(
  { deps, index }: Reading,
  id: CommissionId,
): Promise<Derived | undefined> {
  const entry = index.entries.get(id);
  const damage = index.damaged.get(id);
  if (!entry || entry.live || damage === undefined) return undefined;
  return readDerived(deps.disk, { ...entry, damage });
}

function* newest(index: LedgerIndex, before: CommissionId | undefined): Iterable<CommissionSummary> {
  for (const id of newestFirst(index.order, before)) {
    const entry = index.entries.get(id);
    if (entry) yield entry.summary;
  }
}

function* liveOf(index: LedgerIndex): Iterable<Commission> {
  for (const { live } of index.live) if (live && !isEnded(live.commission)) yield live.commission;
}

function subscribe(index: LedgerIndex, listener: (change: CommissionChange) => void): () => void {
  index.listeners.add(listener);
  return () => index.listeners.delete(listener);
}

async function closeAll(index: LedgerIndex): Promise<void> {
  index.isClosed = true;
  index.showing?.cancel();
  for (const entry of index.live) {
    await entry.serial(async () => {
      const { live } = entry;
      if (!live) return;
      await live.projector.showNow({ commission: live.commission, position: live.journal.position() });
    });
  }
}
