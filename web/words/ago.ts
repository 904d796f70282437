// Says how long ago something was. Pure: the caller passes the current time.
import { dateOf, dayOf } from "./time-of-day.ts";

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

/** Formats as "14 s ago", "11 min ago", "3 h ago" or "2 days ago"; after a week as the date. */
export function ago(at: string, now: number): string {
  const ms = now - Date.parse(at);
  // The clocks of the browser and the hall may differ by a little.
  if (ms < 1000) return "just now";
  if (ms < minute) return `${Math.floor(ms / 1000)} s ago`;
  if (ms < hour) return `${Math.floor(ms / minute)} min ago`;
  if (ms < day) return `${Math.floor(ms / hour)} h ago`;
  const days = Math.floor(ms / day);
  if (days < 7) return days === 1 ? "1 day ago" : `${days} days ago`;
  const time = new Date(at);
  return time.getFullYear() === new Date(now).getFullYear() ? dayOf(time) : dateOf(time);
}
