// Reads the clock and sets timers. Code outside host/ is given a Clock, so that tests and simulations can
// control the time.

export interface Timer {
  cancel(): void;
}

export interface Clock {
  /** Milliseconds since 1970; may jump when a person or NTP sets the clock. */
  now(): number;
  /** Milliseconds since some fixed moment; never goes back. Use it for durations. */
  monotonic(): number;
  after(ms: number, run: () => void): Timer;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after: (ms, run) => {
    const timer = setTimeout(run, ms);
    return { cancel: () => clearTimeout(timer) };
  },
};

export function timestamp(clock: Pick<Clock, "now">): string {
  return new Date(clock.now()).toISOString();
}

/** Returns a function that tells how many milliseconds have passed since this call. */
export function stopwatch(clock: Pick<Clock, "monotonic">): () => number {
  const begun = clock.monotonic();
  return () => clock.monotonic() - begun;
}

/** Resolves after `ms`, or at once when the signal fires. */
export function sleep(clock: Pick<Clock, "after">, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const done = () => {
      timer.cancel();
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = clock.after(ms, done);
    signal?.addEventListener("abort", done, { once: true });
  });
}

/** Yields to the event loop in the middle of long work. */
export function breathe(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
