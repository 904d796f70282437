// Records a commission's spending by the hour, so that a day can be summed up in any time zone.
import type { SpentHour } from "../../contract/commission/spending.ts";

export interface SpentAmount {
  at: string;
  /** `null` if the model's price is not known. */
  costUsd: number | null;
}

/** Adds the cost of an answer to the hour of the answer, even if later hours are already recorded. */
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

/** Returns the hour of a time. A time that cannot be parsed counts as 1970. */
export function utcHourOf(at: string | number): string {
  return new Date(typeof at === "number" ? at : Date.parse(at) || 0).toISOString().slice(0, hourCharacters);
}
