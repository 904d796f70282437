// A request to a hall that may have stopped answering.
import type { Clock } from "../../host/clock.ts";

export interface TimeLimit {
  clock: Pick<Clock, "after">;
  withinMs: number;
}

/** Aborts what it runs when the time is up. */
export async function inTime<T>(limit: TimeLimit, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const late = new AbortController();
  const timer = limit.clock.after(limit.withinMs, () => late.abort(new Error("It took too long.")));
  try {
    return await run(late.signal);
  } finally {
    timer.cancel();
  }
}
