// Keeps the hall's record of all things of one kind, such as all commissions. The changes of a thing are made one at
// a time: each is decided, synced to the ledger on disk, applied to the state in memory, and announced to listeners,
// in that order.
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { noteArtifacts, noteDamage, noteSound } from "./damage.ts";
import { type DerivedOf, readDerived } from "./derived.ts";
import { type LedgerEntry, readEvents } from "./entry.ts";
import { createEntry, executeOn, type Step } from "./execute.ts";
import { createFolds } from "./folds.ts";
import { inspectAlone, inspectEntry } from "./inspect.ts";
import type { ChangeOf, LedgerEventOf, LedgerKind, LedgerTypes } from "./kind.ts";
import type { CommissionTypes } from "./kinds/commission.ts";
import { createLane } from "./projection-queue.ts";
import { loadEntries } from "./load.ts";
import { insertId, newestFirst } from "./order.ts";
import { createPages, type PageOrder } from "./pages.ts";
import { finishDeletions, removeEntry } from "./remove.ts";
import { projectionOf } from "./projections.ts";
import type { LedgerDeps, LedgerTools, LedgerIndex } from "./ledger-index.ts";
import { showLater, showUnshown } from "./show-later.ts";

export interface LedgerOf<K extends LedgerTypes> {
  /** Sentences about problems that were found when the hall started, or by a read since. */
  readonly problems: readonly string[];
  create(...creation: K["creation"]): Promise<K["executed"] | Refusal>;
  /**
   * Applies the commands in order, as one durable step; on the first refusal nothing is written. A thing at rest is
   * read from its ledger for this, and is held in memory again if the commands end its rest.
   */
  execute(id: K["id"], commands: readonly K["command"][]): Promise<K["executed"] | Refusal>;
  find(id: K["id"]): Promise<K["state"] | undefined>;
  /** Reads the derived files of a thing at rest whose ledger was found unreadable; `undefined` for any other. */
  derived(id: K["id"]): Promise<DerivedOf<K> | undefined>;
  /**
   * Reads a thing at rest completely, with its artifacts. Reports damage, and rewrites derived files that were
   * changed. Does nothing for any other thing.
   */
  inspect(id: K["id"]): Promise<void>;
  findByKey(idempotencyKey: string): K["id"] | undefined;
  events(id: K["id"]): Promise<LedgerEventOf<K>[] | undefined>;
  /**
   * Returns up to `limit` events after line `after`, and at most 16 MiB, unless the first event alone is
   * longer. Parses only these lines of the ledger.
   */
  page(id: K["id"], order: PageOrder): Promise<LedgerEventOf<K>[] | undefined>;
  summary(id: K["id"]): K["summary"] | undefined;
  summaries(): Iterable<K["summary"]>;
  /** Returns the summaries sorted by id, newest first; if `before` is given, only those of older things. */
  newest(before?: K["id"]): Iterable<K["summary"]>;
  /** Returns the things that are not at rest. */
  live(): K["state"][];
  /** Deletes a thing at rest for good, or moves it to the trash and returns its path there. */
  remove(id: K["id"], how: "for-good" | "to-trash"): Promise<{ ok: true; movedTo: string | null } | Refusal>;
  subscribe(listener: (change: ChangeOf<K>) => void): () => void;
  close(): Promise<void>;
}

/** The hall's record of all commissions. An ended commission is at rest. */
export type Ledger = LedgerOf<CommissionTypes>;

/** How many queued writes of derived files run at a time: two, so that the disk is busy while the hall computes. */
const laneWidth = 2;

export async function openLedger<K extends LedgerTypes>(
  outside: LedgerDeps,
  kind: LedgerKind<K>,
): Promise<LedgerOf<K>> {
  const deps: LedgerTools<K> = { ...outside, kind, lane: createLane(laneWidth) };
  const leftovers = await finishDeletions(deps.disk, deps.home);
  const { entries, problems } = await loadEntries(deps);
  const index = createIndex<K>();
  const pages = createPages(kind, deps.disk);
  const folds = createFolds(kind, deps.disk);
  for (const entry of entries.sort((a, b) => (a.id < b.id ? -1 : 1))) place(index, entry);
  for (const entry of entries) if (entry.showAgain) showLater(deps, index, entry);
  const reading = { deps, index };
  return {
    get problems() {
      return [...leftovers, ...problems, ...index.damaged.values(), ...index.spoiled.values()];
    },
    create: (...creation) => create(deps, index, creation),
    execute: (id, commands) => execute(deps, index, { id, commands }),
    find: async (id) => (await readWhole(reading, id, folds.read)) ?? undefined,
    derived: (id) => readDerivedIfDamaged(reading, id),
    inspect: (id) => inspect(reading, id),
    findByKey: (key) => index.keys.get(key),
    events: (id) => readWhole(reading, id, (entry) => readEvents(kind, deps.disk, entry)),
    page: (id, order) => readIfThere(reading, id, (entry) => pages.read(entry, order)),
    summary: (id) => index.entries.get(id)?.summary,
    summaries: () => index.entries.values().map((entry) => entry.summary),
    newest: (before) => newest(index, before),
    live: () => [...liveOf(index)],
    remove: (id, how) => removeEntry(deps, index, { id, how }),
    subscribe: (listener) => subscribe(index, listener),
    close: () => closeAll(kind, index),
  };
}

function createIndex<K extends LedgerTypes>(): LedgerIndex<K> {
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

function place<K extends LedgerTypes>(index: LedgerIndex<K>, entry: LedgerEntry<K>): void {
  index.entries.set(entry.id, entry);
  insertId(index.order, entry.id);
  noteRest(index, entry);
  if (entry.damage !== undefined) index.damaged.set(entry.id, entry.damage);
  if (entry.idempotencyKey !== null) index.keys.set(entry.idempotencyKey, entry.id);
}

function noteRest<K extends LedgerTypes>(index: LedgerIndex<K>, entry: LedgerEntry<K>): void {
  if (entry.live) index.live.add(entry);
  else index.live.delete(entry);
}

async function create<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  index: LedgerIndex<K>,
  creation: K["creation"],
): Promise<K["executed"] | Refusal> {
  const { kind } = deps;
  const { id, commands } = kind.begin(...creation);
  if (index.entries.has(id)) return refuse("wrong_state", `A ${kind.noun} with this id exists already.`);
  const created = await createEntry(deps, { id, commands });
  if (!created.ok) return created;
  place(index, created.entry);
  tell(deps, index, created);
  return kind.executed(created.state);
}

async function execute<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  index: LedgerIndex<K>,
  { id, commands }: { id: K["id"]; commands: readonly K["command"][] },
): Promise<K["executed"] | Refusal> {
  const { kind } = deps;
  const missing = () => refuse("not_found", `There is no ${kind.noun} ${id}.`);
  const entry = index.entries.get(id);
  if (!entry) return missing();
  return entry.serial(async () => {
    // It may have been deleted while this command waited for its turn.
    if (index.entries.get(id) !== entry) return missing();
    const done = await executeIfSound({ deps, index }, entry, commands).catch((error: unknown) =>
      noteDamage(deps, index, { entry, error }),
    );
    if (!done.ok) return done;
    noteRest(index, entry);
    tell(deps, index, { entry, events: done.events });
    return kind.executed(done.state);
  });
}

/** Announces a step to the listeners. Because a write has just succeeded, retries the writes that failed before. */
function tell<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  index: LedgerIndex<K>,
  { entry, events }: { entry: LedgerEntry<K>; events: readonly LedgerEventOf<K>[] },
): void {
  announce(index, entry, events);
  if (entry.showAgain) showLater(deps, index, entry);
  else if (events.length > 0) showUnshown(deps, index);
}

/**
 * Executes the commands. If the ledger was found damaged when the hall started, inspects it first, and throws without
 * writing if it still is. For a thing at rest, this reads the whole ledger, so it clears an earlier report of damage.
 */
async function executeIfSound<K extends LedgerTypes>(
  { deps, index }: Reading<K>,
  entry: LedgerEntry<K>,
  commands: readonly K["command"][],
): Promise<Step<K>> {
  if (entry.live) return executeOn(deps, entry, commands);
  if (entry.damage !== undefined) await inspectAlone(deps, entry);
  const done = await executeOn(deps, entry, commands);
  noteSound(deps, index, entry);
  return done;
}

function announce<K extends LedgerTypes>(
  index: LedgerIndex<K>,
  entry: LedgerEntry<K>,
  events: readonly LedgerEventOf<K>[],
): void {
  for (const event of events)
    for (const listener of index.listeners) listener({ summary: entry.summary, event });
}

/**
 * Reads from a ledger or its files, and records damage. Returns `undefined` if there is no such thing, or it is being
 * deleted: its missing files would look like damage.
 */
async function readIfThere<T, K extends LedgerTypes>(
  { deps, index }: Reading<K>,
  id: K["id"],
  readIt: (entry: LedgerEntry<K>) => Promise<T>,
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

interface Reading<K extends LedgerTypes> {
  deps: LedgerTools<K>;
  index: LedgerIndex<K>;
}

/** Like `readIfThere`, for a read of the whole ledger. A success also clears an earlier report of damage. */
async function readWhole<T, K extends LedgerTypes>(
  reading: Reading<K>,
  id: K["id"],
  readIt: (entry: LedgerEntry<K>) => Promise<T>,
): Promise<T | undefined> {
  return readIfThere(reading, id, async (entry) => {
    // The damage that was found when the hall started may lie outside the lines that `readIt` reads.
    if (entry.damage !== undefined) await inspectEntry(reading.deps, entry);
    const found = await readIt(entry);
    if (!entry.live) noteSound(reading.deps, reading.index, entry);
    return found;
  });
}

async function inspect<K extends LedgerTypes>(reading: Reading<K>, id: K["id"]): Promise<void> {
  const spoiled = await readWhole(reading, id, (entry) => inspectEntry(reading.deps, entry));
  if (spoiled) noteArtifacts(reading.deps, reading.index, { id, spoiled });
}

/** Reads the derived files if an earlier read found the ledger damaged. Does not read the ledger again. */
async function readDerivedIfDamaged<K extends LedgerTypes>(
  { deps, index }: Reading<K>,
  id: K["id"],
): Promise<DerivedOf<K> | undefined> {
  const entry = index.entries.get(id);
  const damage = index.damaged.get(id);
  if (!entry || entry.live || damage === undefined) return undefined;
  return readDerived(deps.kind, deps.disk, { ...entry, damage });
}

function* newest<K extends LedgerTypes>(
  index: LedgerIndex<K>,
  before: K["id"] | undefined,
): Iterable<K["summary"]> {
  for (const id of newestFirst(index.order, before)) {
    const entry = index.entries.get(id);
    if (entry) yield entry.summary;
  }
}

function* liveOf<K extends LedgerTypes>(index: LedgerIndex<K>): Iterable<K["state"]> {
  for (const { live } of index.live) if (live) yield live.state;
}

function subscribe<K extends LedgerTypes>(
  index: LedgerIndex<K>,
  listener: (change: ChangeOf<K>) => void,
): () => void {
  index.listeners.add(listener);
  return () => index.listeners.delete(listener);
}

async function closeAll<K extends LedgerTypes>(kind: LedgerKind<K>, index: LedgerIndex<K>): Promise<void> {
  index.isClosed = true;
  index.showing?.cancel();
  for (const entry of index.live) {
    await entry.serial(async () => {
      const { live } = entry;
      if (!live) return;
      await live.projector.showNow(projectionOf(kind, live.state, live.journal.position()));
    });
  }
}
