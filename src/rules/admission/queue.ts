// Sorts commissions for admission: which are ready, which of these is the oldest, and which are delayed until
// a set time.
import type { CommissionId } from "../../contract/home/ids.ts";
import { memberOf, type WorkerName } from "../../contract/member/member.ts";
import type { AdmissionFacts } from "./admission.ts";
import { isLanding, nextToLand } from "../checks/landing.ts";
import { type Commission, isRunning } from "../commission/state.ts";

/** Commissions that compete with each other to start. */
export interface QueueLine {
  running: number;
  /** The oldest ready commission that needs no model (`rehearsed`), and the oldest that does (`real`). */
  rehearsed: Commission | null;
  real: Commission | null;
  /** The milliseconds until the first delayed commission is ready; infinite if none is delayed. */
  soonestMs: number;
}

export interface Queue {
  work: QueueLine;
  /** Commissions that the hall created itself. They need no slot. */
  chores: QueueLine;
  /** Whether the commission that makes the first request after a quota's reset is at work. */
  probeRuns: boolean;
  wake: CommissionId[];
  /** Guild members that already work on as many commissions as they may. */
  full: ReadonlySet<WorkerName>;
  /** Full guild members for which another commission is ready. */
  awaited: Set<WorkerName>;
  /**
   * Commissions whose finished work waits to be merged, each with the commission of the same project whose turn it is.
   */
  behind: Map<CommissionId, CommissionId>;
}

export function survey(commissions: readonly Commission[], facts: AdmissionFacts): Queue {
  const full = fullMembers(commissions, facts);
  const queue: Queue = {
    work: emptyLine(),
    chores: emptyLine(),
    probeRuns: false,
    wake: [],
    full,
    awaited: new Set(),
    behind: waitToLand(commissions),
  };
  for (const commission of commissions) place(queue, commission, facts);
  return queue;
}

function waitToLand(commissions: readonly Commission[]): Queue["behind"] {
  const next = nextToLand(commissions);
  const behind: Queue["behind"] = new Map();
  for (const commission of commissions) {
    const first = next.get(commission.record.tree?.project ?? "");
    if (first !== undefined && first !== commission && isLanding(commission))
      behind.set(commission.record.request.id, first.record.request.id);
  }
  return behind;
}

function fullMembers(commissions: readonly Commission[], { memberSlots }: AdmissionFacts): Set<WorkerName> {
  const counts = new Map<WorkerName, number>();
  for (const commission of commissions) {
    const { worker } = commission.record.request;
    if (isRunning(commission) && memberOf(worker) !== null) counts.set(worker, (counts.get(worker) ?? 0) + 1);
  }
  return new Set([...counts].filter(([, running]) => running >= memberSlots).map(([worker]) => worker));
}

function emptyLine(): QueueLine {
  return { running: 0, rehearsed: null, real: null, soonestMs: Number.POSITIVE_INFINITY };
}

function lineOf(queue: Queue, commission: Commission): QueueLine {
  return commission.record.request.chore === null ? queue.work : queue.chores;
}

function place(queue: Queue, commission: Commission, facts: AdmissionFacts): void {
  const { id } = commission.record.request;
  if (isRunning(commission)) {
    lineOf(queue, commission).running += 1;
    if (facts.quota?.pause.probe === id) queue.probeRuns = true;
    return;
  }
  if (commission.record.plan !== null) return;
  if (commission.status === "pending") placePending(queue, commission, facts);
  else if (commission.status === "paused") placePaused(queue, commission, facts);
}

function placePending(
  queue: Queue,
  commission: Extract<Commission, { status: "pending" }>,
  facts: AdmissionFacts,
): void {
  const { id } = commission.record.request;
  const { notBefore } = commission;
  if (queue.behind.has(id)) return;
  const ownMs = notBefore === null ? 0 : facts.msUntil(id, notBefore);
  const ms = Math.max(ownMs, facts.setAside.get(id) ?? 0);
  if (ms > 0) wait(queue, commission, ms);
  else take(queue, commission);
}

/**
 * Places a paused commission. A rehearsal waits for the reset time in its script. All others wait until the
 * shared credential has quota again, whatever reset time they recorded.
 */
function placePaused(
  queue: Queue,
  commission: Extract<Commission, { status: "paused" }>,
  facts: AdmissionFacts,
): void {
  const { id, rehearsal } = commission.record.request;
  const asideMs = facts.setAside.get(id) ?? 0;
  const ms = Math.max(rehearsal === null ? 0 : facts.msUntil(id, commission.until), asideMs);
  if (ms > 0) wait(queue, commission, ms);
  else if (rehearsal !== null || (facts.hasModel && facts.quota === null)) queue.wake.push(id);
  else take(queue, commission);
}

function wait(queue: Queue, commission: Commission, ms: number): void {
  const line = lineOf(queue, commission);
  line.soonestMs = Math.min(line.soonestMs, ms);
}

function take(queue: Queue, commission: Commission): void {
  const { worker, rehearsal } = commission.record.request;
  if (queue.full.has(worker)) return void queue.awaited.add(worker);
  const line = lineOf(queue, commission);
  // Finished work only has checks left, which need no model.
  const which = rehearsal === null && !isLanding(commission) ? "real" : "rehearsed";
  line[which] = older(line[which], commission);
}

export function older(a: Commission | null, b: Commission | null): Commission | null {
  if (a === null || b === null) return a ?? b;
  const [x, y] = [a.record, b.record];
  return x.createdAt < y.createdAt || (x.createdAt === y.createdAt && x.request.id < y.request.id) ? a : b;
}
