// How long a workbench has been at work. What a person's own commands take is not counted: each has a limit of its own.
import { type Clock, stopwatch } from "../../host/clock.ts";

export interface WorkClock {
  elapsedMs(): number;
  /** Runs something whose time does not count. */
  aside<T>(task: () => Promise<T>): Promise<T>;
}

/** `beforeMs`: what whoever was at the same bench before has worked. */
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
