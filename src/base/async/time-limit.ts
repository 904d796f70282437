// Waits for something that may never come: a time limit, and the caller's own signal.

/** The part of a clock that waiting needs: base/ has no timers of its own. */
export interface Timers {
  after(ms: number, run: () => void): { cancel(): void };
}

export type Waited<T> =
  { how: "came"; value: T } | { how: "late" } | { how: "left" } | { how: "broke"; error: unknown };

export interface TimedWait {
  clock: Timers;
  ms: number;
  /** Left out: only the time ends the wait. */
  signal?: AbortSignal | undefined;
}

/** `late`: the time is up. `left`: the signal fired. `broke`: the work itself failed. The first one wins. */
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
