// Formats figures and times as a colleague would say them. Pure: the caller passes the current time.
import { dateOf, dayOf, hourOf, weekdayOf } from "./time-of-day.ts";
export { bytesText as bytes, count as short } from "../../src/rules/show/measures.ts";
export { dollars } from "../../src/rules/show/money.ts";
export { capital, inWords, mostInWords } from "../../src/base/text/number-words.ts";

const whole = new Intl.NumberFormat("en-US");

export function counted(n: number, one: string, many: string = `${one}s`): string {
  return `${whole.format(n)} ${n === 1 ? one : many}`;
}

/** Formats as "04:07" or "1:04:07". */
export function clock(ms: number): string {
  const total = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes, seconds] = [Math.floor(total / 3600), Math.floor(total / 60) % 60, total % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${two(minutes)}:${two(seconds)}`;
}

/** Formats as "3.1 s", "12 min" or "2 h 5 min". */
export function duration(ms: number): string {
  if (ms < 1000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1000).toFixed(ms < 10_000 ? 1 : 0)} s`;
  const minutes = Math.round(ms / 60_000);
  if (minutes < 60) return `${minutes} min`;
  const rest = minutes % 60;
  return rest === 0 ? `${Math.floor(minutes / 60)} h` : `${Math.floor(minutes / 60)} h ${rest} min`;
}

/** Formats as "11:02" today, "yesterday 11:02", "Tue 11:02" this week, otherwise as the date. */
export function moment(at: string, now: number): string {
  const time = new Date(at);
  const hour = hourOf(time);
  const days = daysBetween(time, new Date(now));
  if (days === 0) return hour;
  if (days === 1) return `yesterday ${hour}`;
  if (days > 1 && days < 7) return `${weekdayOf(time)} ${hour}`;
  const sameYear = time.getFullYear() === new Date(now).getFullYear();
  return sameYear ? dayOf(time) : dateOf(time);
}

export function isSameDay(at: string, now: number): boolean {
  return daysBetween(new Date(at), new Date(now)) === 0;
}

function daysBetween(earlier: Date, later: Date): number {
  const midnight = (date: Date) => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
  return Math.round((midnight(later) - midnight(earlier)) / 86_400_000);
}
