// Sums what was spent today and in the last seven days, by local days. Pure.
import type { SpentHour } from "../../src/contract/commission/spending.ts";
import { type Sum, sumOf } from "../../src/rules/model/spending.ts";

export function spentWithin(hours: readonly SpentHour[], now: number): { today: Sum; week: Sum } {
  const midnight = new Date(now);
  midnight.setHours(0, 0, 0, 0);
  const weekAgo = new Date(midnight);
  weekAgo.setDate(weekAgo.getDate() - 6);
  return { today: sumSince(hours, midnight.getTime()), week: sumSince(hours, weekAgo.getTime()) };
}

function sumSince(hours: readonly SpentHour[], since: number): Sum {
  return sumOf(hours.filter(({ hour }) => Date.parse(`${hour}:00:00Z`) >= since));
}
