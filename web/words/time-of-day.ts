// Formats times for list rows. The formatters are created once, because creating one takes longer than drawing a row.
const hours = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const weekdays = new Intl.DateTimeFormat("en-GB", { weekday: "short" });
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const whole = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "medium" });

/** Returns the start of the local day as an ISO time. */
export function dayBegan(now: number): string {
  return new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString();
}

/** Formats as "11:02". */
export function hourOf(at: Date): string {
  return hours.format(at);
}

/** Formats as "Mon". */
export function weekdayOf(at: Date): string {
  return weekdays.format(at);
}

/** Formats as "16 Nov". */
export function dayOf(at: Date): string {
  return days.format(at);
}

/** Formats as "16 Nov 2026". */
export function dateOf(at: Date): string {
  return dates.format(at);
}

/** Formats the full date and time, for a tooltip. */
export function wholeTime(at: Date): string {
  return whole.format(at);
}
