// Waits for work, but only until a signal fires. The work itself then continues without its caller.

export interface Leaving<L> {
  signal: AbortSignal;
  /** Called when the signal fires. Returns a value in place of the work's result, or throws. */
  left(): L;
}

/**
 * Settles as the work does, or as `left` does if the signal fires first. The listener is removed when the
 * work ends. Racing all work against one long-lived abort promise would keep every result in memory.
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
