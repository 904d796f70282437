// Lets a caller stop waiting for work when its signal fires. The work itself continues.
import { unlessAborted } from "../../../base/async/unless-aborted.ts";

/** Settles as the work does, but rejects with the signal's reason as soon as the signal fires. */
export function orLeave<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return unlessAborted(work, {
    signal,
    left: () => {
      throw signal.reason;
    },
  });
}
