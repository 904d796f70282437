// What a commission spent, by the hour: enough to say what a day cost, wherever that day begins.
import type { SpentHour } from "../../contract/commission/spending.ts";

export interface Spending {
  at: string;
  /** null: its price is not known. */
  costUsd: number | null;
}

/** Whatever comes late is added where it belongs. */
export function addSpent(spent: readonly SpentHour[], answer: Spending): SpentHour[] {
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

/** A time that cannot be read is long ago, as everywhere. */
export function utcHourOf(at: string | number): string {
  return new Date(typeof at === "number" ? at : Date.parse(at) || 0).toISOString().slice(0, hourCharacters);
}
