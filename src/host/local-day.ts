// Formats the calendar day of a moment in this machine's time zone.

/** Returns the day in the form 2026-11-16. */
export function localDay(ms: number): string {
  const date = new Date(ms);
  const parts = [date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0"));
  return [date.getFullYear(), ...parts].join("-");
}
