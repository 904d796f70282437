// Reads every ended commission once a day, slowly, so that damage is reported before a person needs the damaged
// commission.
import type { CommissionId } from "../../contract/home/ids.ts";
import { isUnreadable } from "../../contract/api/problem.ts";
import { type Clock, sleep, stopwatch } from "../../host/clock.ts";
import type { LogFields } from "../../host/log.ts";
import { thrownText } from "../../base/text/thrown-text.ts";

export interface InspectionDeps {
  clock: Clock;
  /** Returns the ended commissions, newest first. */
  ended(): Iterable<CommissionId>;
  /** Reads all of one commission. Rejects if it is damaged; the hall reports the damage. */
  inspect(id: CommissionId): Promise<void>;
  log: { error(message: string, fields?: LogFields): void };
}

export interface Inspection {
  start(): void;
  /**
   * Reads as many commissions as it can in this time, without waiting for the daily round. Skips the ones that this
   * round has read.
   */
  hurry(ms: number): Promise<Inspected>;
  stop(): Promise<void>;
}

export interface Inspected {
  total: number;
  /** How many of them were read since the hall started, or within the last day. */
  read: number;
}

/** The first round begins late, because start-up has more urgent work. */
const firstRoundMs = 300_000;
const dayMs = 86_400_000;
/** The inspection takes at most a twentieth of one core's time. */
const restFactor = 19;
const leastRestMs = 20;

export function createInspection(deps: InspectionDeps): Inspection {
  const stopping = new AbortController();
  const rounds: Rounds = { deps, read: new Set(), stopping: stopping.signal };
  let running: Promise<void> = Promise.resolve();
  return {
    start: () => void (running = goRound(rounds)),
    hurry: (ms) => hurry(rounds, ms),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

interface Rounds {
  deps: InspectionDeps;
  /** The commissions read in this round. */
  read: Set<CommissionId>;
  stopping: AbortSignal;
}

async function goRound(rounds: Rounds): Promise<void> {
  const { deps, stopping } = rounds;
  await sleep(deps.clock, firstRoundMs, stopping);
  while (!stopping.aborted) {
    for (const id of unread(rounds)) {
      if (stopping.aborted) return;
      const elapsed = stopwatch(deps.clock);
      await inspectOne(rounds, id);
      await sleep(deps.clock, Math.max(leastRestMs, elapsed() * restFactor), stopping);
    }
    await sleep(deps.clock, dayMs, stopping);
    rounds.read.clear();
  }
}

async function hurry(rounds: Rounds, ms: number): Promise<Inspected> {
  const elapsed = stopwatch(rounds.deps.clock);
  for (const id of unread(rounds)) {
    if (elapsed() >= ms || rounds.stopping.aborted) break;
    await inspectOne(rounds, id);
  }
  const all = [...rounds.deps.ended()];
  return { total: all.length, read: all.filter((id) => rounds.read.has(id)).length };
}

function unread({ deps, read }: Rounds): CommissionId[] {
  return [...deps.ended()].filter((id) => !read.has(id));
}

async function inspectOne({ deps, read }: Rounds, id: CommissionId): Promise<void> {
  if (read.has(id)) return;
  read.add(id);
  await deps.inspect(id).catch((error: unknown) => {
    if (!isUnreadable(error))
      deps.log.error("a commission could not be inspected", { id, reason: thrownText(error) });
  });
}
