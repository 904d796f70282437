// Waits for work that goes on without its caller when a signal fires first.

export interface Leaving<L> {
  signal: AbortSignal;
  /** The caller's answer once the signal has fired; it may throw. */
  left(): L;
}

/**
 * Settles as the work does, or as `left` says as soon as the signal fires. It listens only while it waits: a race with
 * one promise for all would hold on to every result.
 */
export function unlessAborted<T, L>(work: Promise<T>, { signal, left }: Leaving<L>): Promise<T | L> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      try {
        resolve(left());
      } catch (error) {
        reject(error);
      }
    };
    if (signal.aborted) leave();
    else signal.addEventListener("abort", leave, { once: true });
    work.finally(() => signal.removeEventListener("abort", leave)).then(resolve, reject);
  });
}
