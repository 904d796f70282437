// Sums up what commissions and guild members have spent: by hour and worker, and from that by day.
import type { WorkerName } from "../../contract/member/member.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { Spending, SpentHour } from "../../contract/commission/spending.ts";
import { utcHourOf } from "./spent.ts";

const dayMs = 86_400_000;

/**
 * Returns the first hour to count. It is one day earlier than asked, so that the first day is complete in every time
 * zone.
 */
export function sinceOf(now: number, days: number): string {
  return utcHourOf(now - (days + 1) * dayMs);
}

export interface SpentByWorker extends SpentHour {
  worker: WorkerName;
}

/**
 * Returns what a commission spent, by the hour; nothing for a rehearsal. A summary of an older release has no
 * hours, so its whole cost counts in the hour of its end.
 */
export function* spentBy(summary: CommissionSummary, now: number): Iterable<SpentByWorker> {
  const { worker, spent, cost, rehearsed } = summary;
  if (rehearsed) return;
  for (const each of spent) yield { worker, ...each };
  if (spent.length > 0 || cost.usd === 0) return;
  const hour = utcHourOf(summary.endedAt ?? now);
  yield { worker, hour, usd: cost.usd ?? 0, unpriced: cost.usd === null ? 1 : 0 };
}

/** Returns one entry per hour and worker, oldest first. */
export function addUp(spent: Iterable<SpentByWorker>, since: string): Spending {
  const sums = new Map<string, SpentByWorker>();
  for (const each of spent) {
    if (each.hour < since || (each.usd === 0 && each.unpriced === 0)) continue;
    const key = `${each.hour} ${each.worker}`;
    const sum = sums.get(key);
    if (sum) addTo(sum, each);
    else sums.set(key, { ...each });
  }
  const hours = [...sums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, sum]) => sum);
  return { since, hours };
}

export type Sum = Pick<SpentHour, "usd" | "unpriced">;

export function sumOf(parts: Iterable<Sum>): Sum {
  const sum = { usd: 0, unpriced: 0 };
  for (const part of parts) addTo(sum, part);
  return sum;
}

function addTo(sum: Sum, part: Sum): void {
  sum.usd += part.usd;
  sum.unpriced += part.unpriced;
}

export interface SpentDay extends Sum {
  /** The day in the person's time zone, such as 2026-11-16. */
  day: string;
  /** Most expensive first. */
  workers: (Sum & { worker: WorkerName })[];
}

export interface Calendar {
  now: number;
  days: number;
  /** The day of a point in time, in the person's time zone. */
  dayOf(ms: number): string;
}

/**
 * Returns the spending by day, newest first: today, and earlier days with spending. An hour belongs to the day it
 * begins on.
 */
export function spentByDay({ hours }: Spending, { now, days, dayOf }: Calendar): SpentDay[] {
  const first = firstOf({ now, days, dayOf });
  const found = new Map<string, SpentByWorker[]>([[dayOf(now), []]]);
  for (const spent of hours) {
    const day = dayOf(Date.parse(`${spent.hour}:00:00Z`));
    if (day >= first) found.set(day, [...(found.get(day) ?? []), spent]);
  }
  return [...found]
    .sort(([a], [b]) => (a > b ? -1 : 1))
    .map(([day, spent]) => ({ day, ...sumOf(spent), workers: byWorker(spent) }));
}

/** Returns the first of the last `days` days. It steps back by half days, because a day may have 23 or 25 hours. */
function firstOf({ now, days, dayOf }: Calendar): string {
  const found = new Set([dayOf(now)]);
  for (let at = now; found.size < days; at -= dayMs / 2) found.add(dayOf(at));
  return [...found].at(-1) ?? dayOf(now);
}

function byWorker(spent: readonly SpentByWorker[]): SpentDay["workers"] {
  const each = Map.groupBy(spent, ({ worker }) => worker);
  return [...each]
    .map(([worker, parts]) => ({ worker, ...sumOf(parts) }))
    .sort((a, b) => b.usd - a.usd || (a.worker < b.worker ? -1 : 1));
}
