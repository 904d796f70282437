// Limits how often a job's progress is recorded. A member may report something new at every poll, and records are
// permanent.
import type { FactBody } from "../../../contract/commission/facts.ts";
import { type Clock, stopwatch } from "../../../host/clock.ts";

export type Hears = (fact: FactBody) => boolean;

/**
 * The first `freely` reports are recorded as they come, later ones at most every `thenEveryMs`. The next report that is
 * recorded replaces the skipped ones.
 */
export const pace = { freely: 60, thenEveryMs: 30_000 };

export function createPace(clock: Pick<Clock, "monotonic">): Hears {
  let heard = 0;
  let since = stopwatch(clock);
  return ({ type }) => {
    if (type !== "progress.reported") return true;
    if (heard >= pace.freely && since() < pace.thenEveryMs) return false;
    heard += 1;
    since = stopwatch(clock);
    return true;
  };
}
