// One durable step on one commission: decide, append, fold, show.
import type { AcceptedRequest } from "../contract/commission.ts";
import type { EventBody, LedgerEvent } from "../contract/events.ts";
import type { CommissionLayout } from "../contract/home-layout.ts";
import { Fault, type Refusal, refuse } from "../contract/problem.ts";
import { timestamp } from "../host/clock.ts";
import type { Command } from "../rules/commands.ts";
import { decide } from "../rules/decide.ts";
import { evolve, fold } from "../rules/evolve.ts";
import { summaryOf } from "../rules/show.ts";
import { type Commission, isEnded } from "../rules/state.ts";
import { type Entry, type LedgerJournal, readCommission, startLedgerJournal } from "./entry.ts";
import { type LedgerTools, projectorDeps } from "./shelf.ts";
import { createProjector } from "./projections.ts";
import { createSerial } from "../host/serial.ts";

type Step = { ok: true; commission: Commission; events: readonly LedgerEvent[] } | Refusal;

export async function executeOn(
  deps: LedgerTools,
  entry: Entry,
  commands: readonly Command[],
): Promise<Step> {
  const before = await readCommission(deps.disk, entry);
  if (!before) return refuse("not_found", `There is no commission ${entry.id}.`);
  const planned = planStep(before, commands, timestamp(deps.clock));
  if (!planned.ok) return planned;
  if (planned.bodies.length === 0 || !entry.live) return { ok: true, commission: before, events: [] };
  const events = await entry.live.journal.append(planned.bodies);
  const commission = events.reduce<Commission | null>(evolve, before) ?? before;
  await take(entry, entry.live, commission);
  return { ok: true, commission, events };
}

/** Decides one command after another against a state that each one's events have moved on, before anything is written. */
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

/** The new state is seen by everybody at once; of an end, only when its files are on the disk. */
async function take(entry: Entry, live: NonNullable<Entry["live"]>, commission: Commission): Promise<void> {
  const projection = { commission, position: live.journal.position() };
  if (!isEnded(commission)) live.projector.show(projection);
  else if (!(await live.projector.showNow(projection)))
    entry.showAgain = () => live.projector.showNow(projection);
  entry.live = isEnded(commission) ? null : { ...live, commission };
  entry.summary = summaryOf(commission);
  entry.seq = projection.position.seq;
}

export interface Created {
  entry: Entry;
  commission: Commission;
  events: LedgerEvent[];
}

/** The first line, its directory and `commissions/` are durable before this resolves. */
export async function createEntry(
  deps: LedgerTools,
  { request, layout }: { request: AcceptedRequest; layout: CommissionLayout },
): Promise<Created> {
  const verdict = decide(null, { do: "create", request });
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
  const entry: Entry = {
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
    // Nobody was told of it, so nothing of it stays. Best effort: the next start clears what is left.
    await deps.disk.removeTree(layout.directory).catch(() => undefined);
    throw error;
  }
}
