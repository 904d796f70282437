// Decides which commission may start now, why the others wait, and when the hall must decide again. A pure
// function: each call names at most one commission to start.
import type { CommissionId } from "../../contract/home/ids.ts";
import type { WorkerName } from "../../contract/member/member.ts";
import type { Waiting } from "../../contract/commission/waiting.ts";
import { isLanding } from "../checks/landing.ts";
import { gapStop, type MachineFacts, modelStop, type ModelFacts, roomStop, type Stop, stop } from "./gate.ts";
import { type QueueLine, older, type Queue, survey } from "./queue.ts";
import type { Commission } from "../commission/state.ts";

export interface AdmissionFacts extends MachineFacts, ModelFacts {
  slots: number;
  /** How many commissions one guild member may work on at once. */
  memberSlots: number;
  /** Returns how long a commission still has to wait until `until`; zero or less if that time has come. */
  msUntil(id: CommissionId, until: string): number;
  /** Commissions that recently failed to start, and how long to wait before each is tried again. */
  setAside: ReadonlyMap<CommissionId, number>;
}

export interface Admission {
  /** Paused commissions that may become pending again, because the model's quota is free. */
  wake: readonly CommissionId[];
  /**
   * The commission to start now; `null` if none may. A probe is the commission that makes the first request after a
   * quota's reset, while the others wait for its outcome.
   */
  start: { id: CommissionId; isProbe: boolean } | null;
  waits: WaitReasons;
  /** How many milliseconds to wait before deciding again; `null` if an event will trigger that, or nothing waits. */
  againInMs: number | null;
}

/**
 * Why ready commissions do not start. `all` applies to every commission except chores, and `unrehearsed` to
 * those that need the model.
 */
export interface WaitReasons {
  all: Waiting | null;
  unrehearsed: Waiting | null;
  /** For chores: commissions that the hall created itself. They need no slot, but run one at a time. */
  chores: Waiting | null;
  /** If a guild member is full, only its own commissions wait for it. */
  members: ReadonlyMap<WorkerName, Waiting>;
  /** Commissions whose finished work waits until other work of the same project is merged. */
  landing: ReadonlyMap<CommissionId, Waiting>;
}

export const noWaits: WaitReasons = {
  all: null,
  unrehearsed: null,
  chores: null,
  members: new Map(),
  landing: new Map(),
};

export function decideAdmission(commissions: readonly Commission[], facts: AdmissionFacts): Admission {
  const queue = survey(commissions, facts);
  const hold = holdOn(queue, facts);
  const full = fullFor(queue, facts);
  const [work, chore] = [first(queue.work, hold), first(queue.chores, hold)];
  // Chores come after all other work.
  const next = (full.work === null ? work : null) ?? (full.chores === null ? chore : null);
  const gate = work === null && chore === null ? null : gateFor(queue, facts);
  const start =
    next === null || gate !== null
      ? null
      : {
          id: next.record.request.id,
          isProbe: next.record.request.rehearsal === null && facts.quota !== null && !isLanding(next),
        };
  return {
    wake: queue.wake,
    start,
    waits: {
      all: work === null ? null : ((full.work ?? gate)?.waiting ?? null),
      unrehearsed: hold?.waiting ?? null,
      chores: chore === null ? null : ((full.chores ?? gate)?.waiting ?? null),
      members: new Map([...queue.awaited].map((worker) => [worker, noPlaceAt(worker, facts)])),
      landing: new Map([...queue.behind].map(([id, first]) => [id, notItsTurn(first)])),
    },
    againInMs: soonest([
      ...(full.work === null ? [queue.work.soonestMs] : []),
      ...(full.chores === null ? [queue.chores.soonestMs] : []),
      ...(canStartSome(queue, full) ? [hold?.ms] : []),
      ...(next === null ? [] : [gate?.ms]),
    ]),
  };
}

/** Returns the reason why a pending or paused commission waits; `null` if it only waits for its turn. */
export function waitOf(waits: WaitReasons, commission: Waiter): Waiting | null {
  const { id, rehearsed, isChore, worker } = commission;
  const turn = id === null ? undefined : waits.landing.get(id);
  if (turn !== undefined) return turn;
  const place = isChore ? waits.chores : (waits.members.get(worker) ?? waits.all);
  return place ?? (rehearsed ? null : waits.unrehearsed);
}

interface Waiter {
  /** `null` if the commission has no id yet, because it is still being created. */
  id: CommissionId | null;
  worker: WorkerName;
  rehearsed: boolean;
  isChore: boolean;
}

/** Returns the oldest ready commission. If `hold` is set, only a commission that needs no model may start. */
function first({ rehearsed, real }: QueueLine, hold: Stop | null): Commission | null {
  return older(rehearsed, hold === null ? real : null);
}

/** Returns why no further commission may start, separately for work and chores; `null` if one may. */
function fullFor({ work, chores }: Queue, { slots }: AdmissionFacts): Record<"work" | "chores", Stop | null> {
  return {
    work: work.running >= slots ? stop("slots", slotsText(slots)) : null,
    chores: chores.running > 0 || slots === 0 ? stop("chore", choreText(slots)) : null,
  };
}

function canStartSome({ work, chores }: Queue, full: ReturnType<typeof fullFor>): boolean {
  return (full.work === null && work.real !== null) || (full.chores === null && chores.real !== null);
}

/** Returns why no commission that needs the model may start; `null` if one may, or none is ready. */
function holdOn(queue: Queue, facts: AdmissionFacts): Stop | null {
  if (queue.work.real === null && queue.chores.real === null) return null;
  return modelStop(facts, queue.probeRuns);
}

/** Returns the delay or shortage that holds up every start; `null` if there is none. */
function gateFor({ work, chores }: Queue, facts: AdmissionFacts): Stop | null {
  return gapStop(facts) ?? roomStop(facts, work.running + chores.running);
}

function slotsText(slots: number): string {
  if (slots === 0) return "The hall starts nothing now; its problems say why.";
  return slots === 1 ? "The one slot is in use." : `All ${slots} slots are in use.`;
}

function noPlaceAt(worker: WorkerName, { memberSlots }: AdmissionFacts): Waiting {
  const message =
    memberSlots === 1
      ? `The one place at ${worker} is in use.`
      : `All ${memberSlots} places at ${worker} are in use.`;
  return { reason: "member", message };
}

function notItsTurn(first: CommissionId): Waiting {
  return {
    reason: "merge",
    message: `Its work is done and waits to be merged: ${first.slice(0, 13)} of the same project is before it.`,
  };
}

function choreText(slots: number): string {
  return slots === 0 ? slotsText(slots) : "Another chore of the hall is at work.";
}

/** The longest time between two decisions, because a timer does not notice a clock change or a sleeping machine. */
const longestLookMs = 60_000;

function soonest(times: readonly (number | undefined)[]): number | null {
  const known = times.filter((ms) => ms !== undefined && ms !== Number.POSITIVE_INFINITY);
  return known.length === 0 ? null : Math.max(0, Math.min(longestLookMs, ...(known as number[])));
}
