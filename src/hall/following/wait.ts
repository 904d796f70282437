// Waits for a given time or for the first of several promises, and ends early if the hall stops.

/** The parts of the caller that a wait needs. */
export interface WaitDeps {
  deps: { clock: { after(ms: number, run: () => void): { cancel(): void } } };
  /** Aborted when the hall stops. */
  stopping: AbortSignal;
}

export function wait(waiting: WaitDeps, ms: number): Promise<void> {
  return firstOf(waiting, ms, []);
}

export function firstOf(
  { deps, stopping }: WaitDeps,
  ms: number,
  news: readonly Promise<void>[],
): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      timer.cancel();
      stopping.removeEventListener("abort", done);
      resolve();
    };
    const timer = deps.clock.after(ms, done);
    stopping.addEventListener("abort", done, { once: true });
    for (const arrival of news) void arrival.then(done);
    if (stopping.aborted) done();
  });
}
