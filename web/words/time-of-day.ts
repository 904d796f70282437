// Times as they stand beside many lines. The formatters are made once: to make one takes longer than a whole row.
const hours = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const weekdays = new Intl.DateTimeFormat("en-GB", { weekday: "short" });
const days = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });
const dates = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", year: "numeric" });
const whole = new Intl.DateTimeFormat("en-GB", { dateStyle: "full", timeStyle: "medium" });

/** When this day began here, as an ISO time. */
export function dayBegan(now: number): string {
  return new Date(new Date(now).setHours(0, 0, 0, 0)).toISOString();
}

/** 11:02 */
export function hourOf(at: Date): string {
  return hours.format(at);
}

/** Mon */
export function weekdayOf(at: Date): string {
  return weekdays.format(at);
}

/** 16 Nov */
export function dayOf(at: Date): string {
  return days.format(at);
}

/** 16 Nov 2026 */
export function dateOf(at: Date): string {
  return dates.format(at);
}

/** All of it, for whoever asks. */
export function wholeTime(at: Date): string {
  return whole.format(at);
}
