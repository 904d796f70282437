// When to try again: the first wait, and how fast the waits grow.

export const policy = { retries: 5, firstDelaySeconds: 60, factor: 2 };

/** The waits before each retry, in seconds. */
export function schedule({ retries, firstDelaySeconds, factor } = policy) {
  return Array.from({ length: retries }, (_, n) => firstDelaySeconds * factor ** n);
}
