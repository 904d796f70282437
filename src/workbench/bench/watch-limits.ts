// Measures a session or a command every second and reports the first limit that it exceeds: working time,
// memory, disk or files.
import type { Limits } from "../../contract/commission/limits.ts";
import type { Clock, Timer } from "../../host/clock.ts";
import { type Breach, findBreach, type SessionUse } from "../../rules/limits/breach.ts";

const lookMs = 1000;

type WatchedLimits = Pick<Limits, "maxSeconds" | "memoryMb" | "diskMb" | "files">;

export interface LimitWatchOrder {
  clock: Pick<Clock, "after">;
  limits: WatchedLimits;
  measure(): Promise<SessionUse>;
  /** Called once, with the first limit that is exceeded. */
  onBreach(breach: Breach): void;
}

export interface LimitWatch {
  stop(): void;
}

export function watchLimits(order: LimitWatchOrder): LimitWatch {
  let timer: Timer | null = null;
  let stopped = false;
  const look = async () => {
    const measured = await order.measure();
    if (stopped) return;
    const breach = findBreach(order.limits, measured);
    if (breach) order.onBreach(breach);
    else timer = order.clock.after(nextLook(order.limits, measured), () => void look());
  };
  void look();
  return {
    stop: () => {
      stopped = true;
      timer?.cancel();
    },
  };
}

/**
 * Returns when to measure next: in a second, or exactly when the time is up if that is sooner. A single long timer
 * would not do: a timer cannot be set for a year.
 */
function nextLook({ maxSeconds }: WatchedLimits, { workedMs }: SessionUse): number {
  if (!maxSeconds) return lookMs;
  return Math.min(lookMs, Math.max(0, Math.ceil(maxSeconds * 1000 - workedMs)));
}
