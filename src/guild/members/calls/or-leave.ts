// Waits for work that continues when the caller leaves.
import { unlessAborted } from "../../../base/async/unless-aborted.ts";

/** Rejects with the signal's reason as soon as it fires. */
export function orLeave<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return unlessAborted(work, {
    signal,
    left: () => {
      throw signal.reason;
    },
  });
}
