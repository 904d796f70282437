// How long a workbench has been at work. What a person's own commands take is not counted: each has a limit of its own.
import { type Clock, stopwatch } from "../host/clock.ts";

export interface WorkClock {
  elapsedMs(): number;
  /** Runs something whose time does not count. */
  aside<T>(task: () => Promise<T>): Promise<T>;
}

export function startWorkClock(clock: Pick<Clock, "monotonic">): WorkClock {
  const sinceStart = stopwatch(clock);
  let asideMs = 0;
  return {
    elapsedMs: () => sinceStart() - asideMs,
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
