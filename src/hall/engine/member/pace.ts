// How often a job is heard on how far it is. A member may say something else each time it is asked, and what is written
// down stays for good.
import type { FactBody } from "../../../contract/commission/facts.ts";
import { type Clock, stopwatch } from "../../../host/clock.ts";

export type Hears = (fact: FactBody) => boolean;

/** So many are written down as they come, and from then on one in so long. What came between is in the next. */
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
