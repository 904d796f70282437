// How long a request is seen through after its reader has gone: its bill may still come.
import type { Clock } from "../../host/clock.ts";

export interface PatienceOrder {
  clock: Pick<Clock, "after">;
  /** How long to wait after the reader has gone. */
  ms: number;
  reader: AbortSignal;
  /** Ends it at once. */
  closing: AbortSignal;
}

export interface Patience {
  signal: AbortSignal;
  /** The outcome is on record, so nothing is waited for. */
  done(): void;
}

export function createPatience({ clock, ms, reader, closing }: PatienceOrder): Patience {
  const over = new AbortController();
  const listening = new AbortController();
  const { signal } = listening;
  const giveUp = () => over.abort();
  const readerLeft = () => {
    const timer = clock.after(ms, giveUp);
    signal.addEventListener("abort", () => timer.cancel(), { once: true });
  };
  if (closing.aborted) giveUp();
  else closing.addEventListener("abort", giveUp, { once: true, signal });
  if (reader.aborted) readerLeft();
  else reader.addEventListener("abort", readerLeft, { once: true, signal });
  return { signal: over.signal, done: () => listening.abort() };
}
