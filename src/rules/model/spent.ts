// A commission's spending by the hour, so that a day can be summed up in any time zone.
import type { SpentHour } from "../../contract/commission/spending.ts";

export interface SpentAmount {
  at: string;
  /** `null` if its price is not known. */
  costUsd: number | null;
}

/** Adds a late answer to the hour it belongs to. */
export function addSpent(spent: readonly SpentHour[], answer: SpentAmount): SpentHour[] {
  const hour = utcHourOf(answer.at);
  const known = spent.find((each) => each.hour === hour) ?? { hour, usd: 0, unpriced: 0 };
  const added = {
    hour,
    usd: known.usd + (answer.costUsd ?? 0),
    unpriced: known.unpriced + (answer.costUsd === null ? 1 : 0),
  };
  return [...spent.filter((each) => each.hour !== hour), added].sort((a, b) => (a.hour < b.hour ? -1 : 1));
}

const hourCharacters = "2026-11-16T09".length;

/** A time that cannot be parsed counts as 1970, as everywhere. */
export function utcHourOf(at: string | number): string {
  return new Date(typeof at === "number" ? at : Date.parse(at) || 0).toISOString().slice(0, hourCharacters);
}
