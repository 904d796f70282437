// Provides the hall's time to components that show elapsed times. One timer serves the whole page, and none runs while
// no component uses it.
import { useSyncExternalStore } from "react";
import { hallNow } from "../api/hall-clock.ts";
import { dayBegan } from "../words/time-of-day.ts";

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | null = null;
let now = hallNow();

function tick(): void {
  now = hallNow();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    now = hallNow();
    timer = setInterval(tick, 1000);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0 || timer === null) return;
    clearInterval(timer);
    timer = null;
  };
}

/** Returns the hall's time, updated every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, () => now);
}

/** Returns words about the hall's time, such as "14 s ago". A component renders again only when they change. */
export function useSaidNow(says: (now: number) => string): string {
  return useSyncExternalStore(subscribe, () => says(now));
}

/** Returns the start of the local day as an ISO time; it changes only at midnight. */
export function useDayBegan(): string {
  return useSyncExternalStore(subscribe, () => dayBeganAt(now));
}

/**
 * Returns the start of the local day in milliseconds. A component that uses it renders again only at
 * midnight.
 */
export function useToday(): number {
  return Date.parse(useDayBegan());
}

let day = { from: 0, to: 0, began: "" };

function dayBeganAt(at: number): string {
  if (at < day.from || at >= day.to) {
    const from = new Date(at).setHours(0, 0, 0, 0);
    const next = new Date(from);
    next.setDate(next.getDate() + 1);
    day = { from, to: next.getTime(), began: dayBegan(at) };
  }
  return day.began;
}
