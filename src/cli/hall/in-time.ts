// Limits the time of a request to a hall that may have stopped answering.
import { inTime as abortedInTime, type TimeLimit } from "../../base/async/in-time.ts";

/** Aborts `run` when the time is up. */
export function inTime<T>(
  { clock, ms }: Pick<TimeLimit, "clock" | "ms">,
  run: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  return abortedInTime({ clock, ms, late: () => new Error("It took too long.") }, run);
}
