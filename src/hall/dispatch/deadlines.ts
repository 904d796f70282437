// Computes how long it is until a given date and time. Setting the machine's clock forward shortens a wait. Setting it
// back makes no wait longer than it was when the hall first computed it.
import type { DispatchDeps } from "./deps.ts";

export interface DeadlineWait {
  whose: string;
  until: string;
  /** An upper bound, whatever the clock says. */
  atMostMs?: number;
}

export interface Deadlines {
  /** Returns the time that is left; zero or less once the deadline has passed. */
  msUntil(wait: DeadlineWait): number;
  /** Forgets the waits that were not asked for since the last sweep. */
  sweep(): void;
}

export function createDeadlines(clock: Pick<DispatchDeps["clock"], "now" | "monotonic">): Deadlines {
  let known = new Map<string, number>();
  let asked = new Map<string, number>();
  return {
    msUntil: ({ whose, until, atMostMs = Number.POSITIVE_INFINITY }) => {
      const key = `${whose} ${until}`;
      const byClock = Math.min(Date.parse(until) - clock.now(), atMostMs);
      const deadline = known.get(key) ?? asked.get(key) ?? clock.monotonic() + byClock;
      asked.set(key, deadline);
      return Math.min(byClock, deadline - clock.monotonic());
    },
    sweep: () => {
      known = asked;
      asked = new Map();
    },
  };
}
