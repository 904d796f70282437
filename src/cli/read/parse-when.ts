// Parses a moment as a person types it: a duration before or after now, or a date or time, by default in the
// local time zone.

const unitMs: Readonly<Record<string, number>> = {
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 7 * 86_400_000,
};

const dated = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

export const whenExpected =
  "give a duration such as 30m, 4h, 2d or 1w, or a date or time such as 2026-12-01T09:00.";

/** Returns an ISO time. `undefined` if the text is not a moment. */
export function parseWhen(typed: string, now: number, way: "ahead" | "back" = "ahead"): string | undefined {
  const [, amount, unit] = /^(\d{1,6})([mhdw])$/.exec(typed.trim()) ?? [];
  const ms = Number(amount) * (unitMs[unit ?? ""] ?? 0);
  if (amount !== undefined) return isoOf(way === "ahead" ? now + ms : now - ms);
  const text = typed.trim().replace(" ", "T");
  if (!dated.test(text) || !isDay(text)) return undefined;
  // A date alone would be parsed as UTC.
  return isoOf(Date.parse(text.includes("T") ? text : `${text}T00:00`));
}

/** Returns true if the day exists. Date.parse would read the 30th of February as a day in March. */
function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  return day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isoOf(ms: number): string | undefined {
  const at = new Date(ms);
  return Number.isNaN(at.getTime()) || at.getUTCFullYear() > 9999 ? undefined : at.toISOString();
}
