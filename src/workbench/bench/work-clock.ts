// Measures how long a workbench has been at work. The time of commands that a person configured is not counted: each
// has its own limit.
import { type Clock, stopwatch } from "../../host/clock.ts";

export interface WorkClock {
  elapsedMs(): number;
  /** Runs a task whose time does not count. */
  aside<T>(task: () => Promise<T>): Promise<T>;
}

/** Starts the clock. `beforeMs` is the time that earlier processes worked at the same attempt. */
export function startWorkClock(clock: Pick<Clock, "monotonic">, beforeMs = 0): WorkClock {
  const sinceStart = stopwatch(clock);
  let asideMs = 0;
  return {
    elapsedMs: () => beforeMs + sinceStart() - asideMs,
    aside: async (task) => {
      const taken = stopwatch(clock);
      try {
        return await task();
      } finally {
        asideMs += taken();
      }
    },
  };
}
