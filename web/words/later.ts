// Offers the times until which a person may defer an item. Pure, in local hours and days.
import { dayOf, hourOf, weekdayOf } from "./time-of-day.ts";

export interface Later {
  says: string;
  /** The time at which the item comes back; empty if it has none. */
  when: string;
  /** `null` if the item stays deferred until its cause changes. */
  until: string | null;
}

const evening = 18;
const morning = 8;

export function laterChoices(now: number): readonly Later[] {
  const today = new Date(now);
  const choices = [
    ...(today.getHours() < evening - 1 ? [at("This evening", day(today, 0, evening))] : []),
    at("Tomorrow", day(today, 1, morning)),
    at("Next week", day(today, daysToMonday(today), morning)),
  ];
  return [...choices, { says: "Until it changes", when: "", until: null }];
}

/** Returns words such as "until tomorrow 08:00". */
export function untilWords(until: string | null, now: number): string {
  if (until === null) return "until it changes";
  const time = new Date(until);
  const hour = hourOf(time);
  if (isSame(time, new Date(now))) return `until ${hour}`;
  if (isSame(time, day(new Date(now), 1, 0))) return `until tomorrow ${hour}`;
  return `until ${weekdayOf(time)} ${dayOf(time)} ${hour}`;
}

function at(says: string, time: Date): Later {
  const hour = hourOf(time);
  const when = says === "Next week" ? `Mon ${hour}` : hour;
  return { says, when, until: time.toISOString() };
}

function day(from: Date, days: number, hour: number): Date {
  return new Date(from.getFullYear(), from.getMonth(), from.getDate() + days, hour);
}

function daysToMonday(from: Date): number {
  return (8 - from.getDay()) % 7 || 7;
}

function isSame(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
