// Decides how long a request continues after claude has disconnected, because the bill may still arrive.
import type { Clock } from "../../host/clock.ts";

export interface PatienceOrder {
  clock: Pick<Clock, "after">;
  /** How long to wait after the reader has disconnected. */
  ms: number;
  reader: AbortSignal;
  /** Ends the wait at once. */
  closing: AbortSignal;
}

export interface Patience {
  signal: AbortSignal;
  /** Called when the outcome is recorded, so that there is nothing to wait for. */
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
