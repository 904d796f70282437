// A process's clock: its timers die with it.
import type { Clock } from "../../../src/host/clock.ts";
import type { Seat } from "./files.ts";

export function clockFor({ machine, process }: Seat): Clock {
  const { scheduler } = machine;
  return {
    now: scheduler.wall,
    monotonic: scheduler.monotonic,
    after: (ms, run) =>
      scheduler.add({ owner: process, afterMs: ms, what: `timer of ${Math.round(ms)} ms`, run }),
  };
}
