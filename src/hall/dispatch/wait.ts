// Waits for a given time or for the first of several promises, and ends early if the hall stops.
import type { ConductorState } from "./deps.ts";

export function wait(conductor: ConductorState, ms: number): Promise<void> {
  return firstOf(conductor, ms, []);
}

export function firstOf(
  { deps, stopping }: ConductorState,
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
