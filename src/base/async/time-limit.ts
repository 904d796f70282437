// Waits for work that may never finish: until a time limit, or until the caller's signal fires.

/** The part of a clock that waiting needs. Callers pass it in, because src/base/ has no timers of its own. */
export interface Timers {
  after(ms: number, run: () => void): { cancel(): void };
}

export type Waited<T> =
  { how: "came"; value: T } | { how: "late" } | { how: "left" } | { how: "broke"; error: unknown };

export interface TimedWait {
  clock: Timers;
  ms: number;
  /** If left out, only the time limit ends the wait. */
  signal?: AbortSignal | undefined;
}

/**
 * Resolves with how the wait ended, whichever came first. `came`: the work succeeded. `broke`: the work failed. `late`:
 * the time is up. `left`: the signal fired.
 */
export function within<T>(wait: TimedWait, work: Promise<T>): Promise<Waited<T>> {
  return new Promise((resolve) => {
    let isSettled = false;
    const settle = (outcome: Waited<T>) => {
      if (isSettled) return;
      isSettled = true;
      timer.cancel();
      wait.signal?.removeEventListener("abort", leave);
      resolve(outcome);
    };
    const leave = () => settle({ how: "left" });
    const timer = wait.clock.after(wait.ms, () => settle({ how: "late" }));
    wait.signal?.addEventListener("abort", leave, { once: true });
    work.then(
      (value) => settle({ how: "came", value }),
      (error: unknown) => settle({ how: "broke", error }),
    );
    if (wait.signal?.aborted) leave();
  });
}
