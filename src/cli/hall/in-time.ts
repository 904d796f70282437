// Limits the time of a request to a hall that may have stopped answering.
import { inTime as abortedInTime } from "../../base/async/in-time.ts";
import type { Clock } from "../../host/clock.ts";

export interface TimeLimit {
  clock: Pick<Clock, "after">;
  withinMs: number;
}

/** Aborts `run` when the time is up. */
export function inTime<T>(
  { clock, withinMs }: TimeLimit,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return abortedInTime({ clock, ms: withinMs, late: () => new Error("It took too long.") }, run);
}
