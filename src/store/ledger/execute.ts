// Executes commands on one thing: decides which events follow, appends them to the ledger, computes the new state,
// and has the derived files written.
import { Fault, type Refusal, refuse } from "../../contract/api/problem.ts";
import { timestamp } from "../../host/clock.ts";
import {
  continueLedgerJournal,
  type LedgerWriter,
  type LedgerEntry,
  type LedgerJournal,
  readState,
  readLedgerJournal,
  startLedgerJournal,
} from "./entry.ts";
import type { JournalRead } from "./journal.ts";
import { type LedgerEventOf, foldOf, type LedgerKind, type LedgerTypes } from "./kind.ts";
import { type LedgerTools, projectorDeps } from "./ledger-index.ts";
import { createProjector, type Projection, projectionOf } from "./projections.ts";
import { createSerial } from "../../base/async/serial.ts";

export type Step<K extends LedgerTypes> =
  { ok: true; state: K["state"]; events: readonly LedgerEventOf<K>[] } | Refusal;

export async function executeOn<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  entry: LedgerEntry<K>,
  commands: readonly K["command"][],
): Promise<Step<K>> {
  const { kind } = deps;
  const { before, open } = await readForStep(deps, entry);
  if (!before) return refuse("not_found", `There is no ${kind.noun} ${entry.id}.`);
  const planned = planStep(kind, { before, commands, at: timestamp(deps.clock) });
  if (!planned.ok) return planned;
  if (planned.bodies.length === 0) return { ok: true, state: before, events: [] };
  const writer = await open();
  const events = await writer.journal.append(planned.bodies);
  const state = events.reduce<K["state"] | null>(kind.evolve, before) ?? before;
  await take(kind, entry, { writer, now: projectionOf(kind, state, writer.journal.position()) });
  return { ok: true, state, events };
}

interface BeforeStep<K extends LedgerTypes> {
  before: K["state"] | null;
  open(): Promise<LedgerWriter<K>>;
}

/**
 * Returns the state, and a function that opens the ledger for appending. The ledger of a thing at rest is read once for
 * both. Throws if another program has changed it.
 */
async function readForStep<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  entry: LedgerEntry<K>,
): Promise<BeforeStep<K>> {
  const { kind, disk } = deps;
  const { id, layout, live, late, seq } = entry;
  if (live) return { before: live.state, open: async () => live };
  if (late) return { before: await readState(kind, disk, entry), open: async () => late };
  const read = await readLedgerJournal(kind, disk, layout);
  if (read.position.seq !== seq)
    throw new Fault("damaged", `The ledger of ${id} is not what it was: another program has changed it.`);
  return {
    before: foldOf(kind, read.events),
    open: async () => (entry.late = await openLate(deps, layout, read)),
  };
}

async function openLate<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  layout: K["layout"],
  read: JournalRead<LedgerEventOf<K>>,
): Promise<LedgerWriter<K>> {
  const journal = await continueLedgerJournal(deps, layout, read);
  return { journal, projector: createProjector(projectorDeps(deps, layout)) };
}

interface Planning<K extends LedgerTypes> {
  before: K["state"] | null;
  commands: readonly K["command"][];
  at: string;
}

/**
 * Decides all commands before anything is written. Each is decided on the state that the commands before it lead to.
 */
function planStep<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  { before, commands, at }: Planning<K>,
): { ok: true; bodies: K["body"][] } | Refusal {
  let state = before;
  const bodies: K["body"][] = [];
  for (const command of commands) {
    const verdict = kind.decide(state, command);
    if (!verdict.ok) return verdict;
    for (const body of verdict.events) {
      bodies.push(body);
      state = kind.evolve(state, { v: 1, seq: 1, at, ...body });
    }
  }
  return { ok: true, bodies };
}

interface Taking<K extends LedgerTypes> {
  writer: LedgerWriter<K>;
  now: Projection<K>;
}

/**
 * Lets readers see the new state. A thing at rest is held only in its short form from then on, and its files are
 * written first; if that fails, they are written later. If the step has ended the rest, the thing is held whole again.
 */
async function take<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  entry: LedgerEntry<K>,
  { writer: { journal, projector }, now }: Taking<K>,
): Promise<void> {
  const { state, summary, position } = now;
  const isAtRest = kind.isAtRest(summary);
  if (!isAtRest) projector.show(now);
  const isWritten = !isAtRest || (await projector.showNow(now));
  if (isWritten) delete entry.late;
  else {
    // The same projector, because it never writes an older state over a newer one.
    entry.late = { journal, projector };
    entry.showAgain = () => projector.showNow(now);
  }
  entry.live = isAtRest ? null : { journal, projector, state };
  entry.summary = summary;
  entry.seq = position.seq;
}

export interface Created<K extends LedgerTypes> {
  ok: true;
  entry: LedgerEntry<K>;
  state: K["state"];
  events: LedgerEventOf<K>[];
}

/** Creates a thing. Its directory and the first step of its ledger are synced to disk before this resolves. */
export async function createEntry<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  { id, commands }: { id: K["id"]; commands: readonly K["command"][] },
): Promise<Created<K> | Refusal> {
  const { kind } = deps;
  const layout = kind.layoutOf(deps.home, id);
  const planned = planStep(kind, { before: null, commands, at: timestamp(deps.clock) });
  if (!planned.ok) return planned;
  const { journal, events } = await writeFirst(deps, layout, planned.bodies);
  const state = foldOf(kind, events);
  if (!state) throw new Fault("internal", `The ${kind.noun} ${id} was not created by its own first event.`);
  const now = projectionOf(kind, state, journal.position());
  const writer = { journal, projector: createProjector(projectorDeps(deps, layout)) };
  const entry: LedgerEntry<K> = {
    id,
    layout,
    summary: now.summary,
    idempotencyKey: kind.keyOf(state),
    live: null,
    seq: now.position.seq,
    serial: createSerial(),
  };
  await take(kind, entry, { writer, now });
  return { ok: true, entry, state, events };
}

async function writeFirst<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  layout: K["layout"],
  bodies: readonly K["body"][],
): Promise<{ journal: LedgerJournal<K>; events: LedgerEventOf<K>[] }> {
  try {
    await deps.disk.makeDirectory(layout.directory);
    const journal = startLedgerJournal(deps.kind, deps, layout);
    return { journal, events: await journal.append(bodies) };
  } catch (error) {
    // No client was told of the thing, so its files are removed. If that fails too, the next start moves a
    // directory without a complete first line to the trash.
    await deps.disk.removeTree(layout.directory).catch(() => undefined);
    throw error;
  }
}
