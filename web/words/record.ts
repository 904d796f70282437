// Says how a worker's commissions ended. Rehearsals are counted separately, and unknown values are named as such. Pure.
import type { WorkerRecord } from "../../src/contract/package/roster.ts";
import { sumText } from "../../src/rules/show/money.ts";
import { counted, duration } from "./say.ts";

export function hasWorked({ completed, failed, cancelled }: WorkerRecord): boolean {
  return completed + failed + cancelled > 0;
}

/** Returns words such as "12 finished, 2 failed", or says that there is no finished work yet. */
export function finishedInWords(record: WorkerRecord): string {
  if (!hasWorked(record)) return "no finished work yet";
  const { completed, failed, cancelled } = record;
  return [
    `${completed.toLocaleString("en-US")} finished`,
    failed > 0 && `${failed} failed`,
    cancelled > 0 && `${cancelled} cancelled`,
  ]
    .filter(Boolean)
    .join(", ");
}

export function spentInWords(record: WorkerRecord): string {
  return hasWorked(record) ? sumText(record) : "–";
}

export function usualTime({ medianSeconds }: WorkerRecord): string {
  return medianSeconds === null ? "–" : duration(medianSeconds * 1000);
}

export function rehearsedInWords({ rehearsed }: WorkerRecord): string | null {
  return rehearsed === 0 ? null : `${counted(rehearsed, "rehearsal")}, counted separately`;
}
