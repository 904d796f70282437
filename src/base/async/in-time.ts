// Runs work, and aborts it when its time is up.
import type { Timers } from "./time-limit.ts";

export interface TimeLimit {
  clock: Timers;
  ms: number;
  /** Returns the error with which the work is aborted. */
  late(): Error;
}

export async function inTime<T>(limit: TimeLimit, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const over = new AbortController();
  const timer = limit.clock.after(limit.ms, () => over.abort(limit.late()));
  try {
    return await run(over.signal);
  } finally {
    timer.cancel();
  }
}
