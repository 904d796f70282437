// A clock that stands still until a test moves it.
import type { Clock } from "../../src/host/clock.ts";

export interface ManualClock extends Clock {
  advance(ms: number): void;
  /** Sets the time of day, as a person would; no time passes. */
  jump(ms: number): void;
  /** Timers that have neither run nor been cancelled. */
  pending(): number;
}

export function createManualClock(startAt = Date.UTC(2026, 0, 1)): ManualClock {
  let elapsed = 0;
  let jumped = 0;
  const timers = new Set<{ at: number; run: () => void }>();
  const nextDue = (until: number) =>
    [...timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at)[0];
  return {
    now: () => startAt + elapsed + jumped,
    monotonic: () => elapsed,
    after: (ms, run) => {
      const timer = { at: elapsed + ms, run };
      timers.add(timer);
      return { cancel: () => void timers.delete(timer) };
    },
    advance: (ms) => {
      const until = elapsed + ms;
      for (let due = nextDue(until); due; due = nextDue(until)) {
        elapsed = due.at;
        timers.delete(due);
        due.run();
      }
      elapsed = until;
    },
    jump: (ms) => void (jumped += ms),
    pending: () => timers.size,
  };
}
