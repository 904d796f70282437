// Who may start now: ready commissions, oldest first, while there are slots.
import type { CommissionId } from "../contract/ids.ts";
import { type Commission, isRunning } from "./state.ts";

export interface AdmissionFacts {
  slots: number;
  now: number;
  /** Whether the hall can reach a model for work that is not rehearsed. */
  hasModel: boolean;
}

export function chooseStarts(commissions: Iterable<Commission>, facts: AdmissionFacts): CommissionId[] {
  const ready: { id: CommissionId; createdAt: string }[] = [];
  let running = 0;
  for (const commission of commissions) {
    if (isRunning(commission)) running += 1;
    else if (isReady(commission, facts)) ready.push(entry(commission));
  }
  ready.sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
  return ready.slice(0, Math.max(0, facts.slots - running)).map((r) => r.id);
}

/** When the next one that waits for its time becomes due; undefined when none does. */
export function nextDue(commissions: Iterable<Commission>, now: number): number | undefined {
  const times = [...commissions].flatMap((commission) =>
    commission.status === "pending" && commission.notBefore !== null
      ? [Date.parse(commission.notBefore)]
      : [],
  );
  const later = times.filter((time) => time > now);
  return later.length > 0 ? Math.min(...later) : undefined;
}

function isReady(commission: Commission, facts: AdmissionFacts): boolean {
  if (commission.status !== "pending" || commission.record.plan) return false;
  if (commission.notBefore !== null && Date.parse(commission.notBefore) > facts.now) return false;
  return facts.hasModel || commission.record.request.rehearsal !== null;
}

function entry(commission: Commission): { id: CommissionId; createdAt: string } {
  return { id: commission.record.request.id, createdAt: commission.record.createdAt };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
