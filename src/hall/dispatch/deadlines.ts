// How long it still is until a time of day. A clock that is set forward makes a wait shorter; one that is set back makes
// none longer than it was when the hall first saw it.
import type { DispatchDeps } from "./deps.ts";

export interface Wait {
  whose: string;
  until: string;
  /** No longer than this, whatever the clock says. */
  atMostMs?: number;
}

export interface Deadlines {
  /** Zero or less once the time has come. */
  msUntil(wait: Wait): number;
  /** Forgets the waits that nobody has asked for since the last time. */
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
