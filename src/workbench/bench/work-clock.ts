// Measures how long a workbench has been at work. The time of a person's own commands is not counted: each has its own
// limit.
import { type Clock, stopwatch } from "../../host/clock.ts";

export interface WorkClock {
  elapsedMs(): number;
  /** Runs something whose time does not count. */
  aside<T>(task: () => Promise<T>): Promise<T>;
}

/** `beforeMs`: the time that earlier processes worked at the same bench. */
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
