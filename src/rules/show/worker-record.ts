// Counts how each worker's commissions came out, in one pass over all of them.
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { WorkerRecord } from "../../contract/package/roster.ts";
import { sealOf } from "./seal.ts";

export function recordsOf(summaries: Iterable<CommissionSummary>): ReadonlyMap<string, WorkerRecord> {
  const tallies = new Map<string, Tally>();
  for (const summary of summaries) {
    if (summary.chore !== null) continue;
    const tally = tallies.get(summary.worker) ?? { record: { ...noRecord }, seconds: [] };
    tallies.set(summary.worker, tally);
    count(tally, summary);
  }
  return new Map([...tallies].map(([worker, tally]) => [worker, closed(tally)]));
}

export const noRecord: Readonly<WorkerRecord> = {
  running: 0,
  completed: 0,
  verified: 0,
  claimed: 0,
  refuted: 0,
  conflict: 0,
  unchanged: 0,
  failed: 0,
  cancelled: 0,
  rehearsed: 0,
  usd: 0,
  unpriced: 0,
  medianSeconds: null,
};

interface Tally {
  record: WorkerRecord;
  /** The duration of each completed commission. */
  seconds: number[];
}

function count({ record, seconds }: Tally, summary: CommissionSummary): void {
  const { status, startedAt, endedAt } = summary;
  if (summary.rehearsed) return void (record.rehearsed += 1);
  if (status === "dispatched" || status === "in_progress") record.running += 1;
  if (endedAt === null) return;
  if (status === "completed" || status === "failed" || status === "cancelled") record[status] += 1;
  const seal = sealOf(summary);
  if (seal !== null) record[seal] += 1;
  if (summary.cost.usd === null) record.unpriced += 1;
  else record.usd += summary.cost.usd;
  if (status === "completed" && startedAt !== null) seconds.push(secondsBetween(startedAt, endedAt));
}

/** Returns the time between two points; never negative, even if the clock was set back. */
function secondsBetween(from: string, to: string): number {
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000) || 0;
}

function closed({ record, seconds }: Tally): WorkerRecord {
  return { ...record, medianSeconds: medianOf(seconds) };
}

function medianOf(values: readonly number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
