// Computes working days by plain arithmetic on UTC dates, so that neither time zones nor summer time can shift a day.

export interface Calendar {
  /** Dates that are not working days, such as "2026-12-25". */
  holidays: ReadonlySet<string>;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Returns the time of a date such as "2026-02-28", or `null` if there is no such date. */
export function parseDate(text: string): number | null {
  const time = Date.parse(`${text}T00:00:00Z`);
  return Number.isNaN(time) || formatDate(time) !== text ? null : time;
}

export function formatDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function isWorkingDay({ holidays }: Calendar, time: number): boolean {
  const weekday = new Date(time).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !holidays.has(formatDate(time));
}

/** Counts the working days after `from`, up to and including `to`; negative if `to` is the earlier date. */
export function countWorkingDays(calendar: Calendar, from: number, to: number): number {
  if (to < from) return -countWorkingDays(calendar, to, from);
  let count = 0;
  for (let time = from + dayMs; time <= to; time += dayMs) if (isWorkingDay(calendar, time)) count += 1;
  return count;
}

/** Returns the date of the last of `days` working days after `from`. */
export function addWorkingDays(calendar: Calendar, from: number, days: number): number {
  let time = from;
  for (let left = days; left > 0;) {
    time += dayMs;
    if (isWorkingDay(calendar, time)) left -= 1;
  }
  return time;
}
