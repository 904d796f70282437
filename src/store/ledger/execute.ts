// Executes commands on one commission: decides which events follow, appends them to the ledger, computes the new state,
// and has the derived files written.
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import type { EventBody, LedgerEvent } from "../../contract/commission/events.ts";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { Fault, type Refusal, refuse } from "../../contract/api/problem.ts";
import { timestamp } from "../../host/clock.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { decide } from "../../rules/commission/decide.ts";
import { evolve, fold } from "../../rules/commission/evolve.ts";
import { summaryOf } from "../../rules/show/show.ts";
import { type Commission, isEnded } from "../../rules/commission/state.ts";
import {
  continueLedgerJournal,
  type LedgerWriter,
  type LedgerEntry,
  type LedgerJournal,
  readCommission,
  readLedgerJournal,
  startLedgerJournal,
} from "./entry.ts";
import { type LedgerTools, projectorDeps } from "./ledger-index.ts";
import { createProjector, type Projection } from "./projections.ts";
import { createSerial } from "../../base/async/serial.ts";

type Step = { ok: true; commission: Commission; events: readonly LedgerEvent[] } | Refusal;

export async function executeOn(
  deps: LedgerTools,
  entry: LedgerEntry,
  commands: readonly Command[],
): Promise<Step> {
  const before = await readCommission(deps.disk, entry);
  if (!before) return refuse("not_found", `There is no commission ${entry.id}.`);
  const planned = planStep(before, commands, timestamp(deps.clock));
  if (!planned.ok) return planned;
  if (planned.bodies.length === 0) return { ok: true, commission: before, events: [] };
  const writer = entry.live ?? (entry.late ??= await openLate(deps, entry));
  const events = await writer.journal.append(planned.bodies);
  const commission = events.reduce<Commission | null>(evolve, before) ?? before;
  await take(entry, writer, commission);
  return { ok: true, commission, events };
}

/** Opens the ledger of an ended commission for appending. Throws if another program has changed the ledger. */
async function openLate(deps: LedgerTools, { id, layout, seq }: LedgerEntry): Promise<LedgerWriter> {
  const read = await readLedgerJournal(deps.disk, layout);
  if (read.position.seq !== seq)
    throw new Fault("damaged", `The ledger of ${id} is not what it was: another program has changed it.`);
  const journal = await continueLedgerJournal(deps, layout, read);
  return { journal, projector: createProjector(projectorDeps(deps, layout)) };
}

/**
 * Decides all commands before anything is written. Each is decided on the state that the commands before it lead to.
 */
function planStep(
  before: Commission,
  commands: readonly Command[],
  at: string,
): { ok: true; bodies: EventBody[] } | Refusal {
  let state: Commission | null = before;
  const bodies: EventBody[] = [];
  for (const command of commands) {
    const verdict = decide(state, command);
    if (!verdict.ok) return verdict;
    for (const body of verdict.events) {
      bodies.push(body);
      state = evolve(state, { v: 1, seq: 1, at, ...body });
    }
  }
  return { ok: true, bodies };
}

/**
 * Lets readers see the new state. If the commission has ended, writes its files first; if that fails, retries later.
 */
async function take(entry: LedgerEntry, writer: LedgerWriter, commission: Commission): Promise<void> {
  const { journal, projector } = writer;
  const projection = { commission, position: journal.position() };
  if (!isEnded(commission)) projector.show(projection);
  else if (!(await projector.showNow(projection))) showLate(entry, writer, projection);
  entry.live = isEnded(commission) ? null : { journal, projector, commission };
  entry.summary = summaryOf(commission);
  entry.seq = projection.position.seq;
}

/** Arranges a later retry. It uses the same projector, which never writes an older state over a newer one. */
function showLate(entry: LedgerEntry, writer: LedgerWriter, projection: Projection): void {
  entry.late = { journal: writer.journal, projector: writer.projector };
  entry.showAgain = () => writer.projector.showNow(projection);
}

export interface Created {
  entry: LedgerEntry;
  commission: Commission;
  events: LedgerEvent[];
}

export interface Creation {
  request: AcceptedRequest;
  /** The things that the commission has to wait for from the start. */
  waitingFor: readonly string[];
  layout: CommissionLayout;
}

/** Creates a commission. Its directory and the first line of its ledger are synced to disk before this resolves. */
export async function createEntry(
  deps: LedgerTools,
  { request, waitingFor, layout }: Creation,
): Promise<Created> {
  const verdict = decide(null, { do: "create", request, waitingFor });
  if (!verdict.ok) throw new Error(verdict.problem.message);
  const { journal, events } = await writeFirst(deps, layout, verdict.events);
  const commission = fold(events);
  if (!commission)
    throw new Fault("internal", `The commission ${request.id} was not created by its own first event.`);
  const projector = createProjector(projectorDeps(deps, layout));
  projector.show({ commission, position: journal.position() });
  const { id, idempotencyKey } = request;
  const live = { commission, journal, projector };
  const { seq } = journal.position();
  const entry: LedgerEntry = {
    seq,
    id,
    layout,
    idempotencyKey,
    summary: summaryOf(commission),
    live,
    serial: createSerial(),
  };
  return { entry, commission, events };
}

async function writeFirst(
  deps: LedgerTools,
  layout: CommissionLayout,
  bodies: readonly EventBody[],
): Promise<{ journal: LedgerJournal; events: LedgerEvent[] }> {
  try {
    await deps.disk.makeDirectory(layout.directory);
    const journal = startLedgerJournal(deps, layout);
    return { journal, events: await journal.append(bodies) };
  } catch (error) {
    // No client was told of the commission, so its files are removed. If that fails too, the next start moves a
    // commission without a complete first line to the trash.
    await deps.disk.removeTree(layout.directory).catch(() => undefined);
    throw error;
  }
}
