// Estimates the hall's clock. Events carry the hall's time; the clock of a machine that slept, or of another machine,
// may differ and would make new events look old.

/**
 * A smaller difference is not corrected: the `date` header has a resolution of one second, and answers are delayed on
 * their way.
 */
const closeMs = 5000;
/** No answer takes this long: if the difference changes by more, one of the clocks was set. */
const setMs = 30_000;

/**
 * Returns how many milliseconds the hall's clock is ahead of this machine's. An answer that arrives late makes the
 * hall's clock seem behind, so the largest value counts until a clock is set.
 */
export function aheadAfter(before: number, { sentAt, now }: { sentAt: number; now: number }): number {
  const ahead = sentAt - now;
  if (Number.isNaN(ahead)) return before;
  return ahead > before || before - ahead > setMs ? ahead : before;
}

let aheadMs = -Infinity;

/** Called with each answer of the hall. */
export function noticeDate(date: string | null): void {
  aheadMs = aheadAfter(aheadMs, { sentAt: Date.parse(date ?? ""), now: Date.now() });
}

/** Returns the hall's time; this machine's own if the two are close, or if the hall has not answered yet. */
export function hallNow(): number {
  return Date.now() + correctionOf(aheadMs);
}

export function correctionOf(ahead: number): number {
  return Math.abs(ahead) < closeMs || !Number.isFinite(ahead) ? 0 : ahead;
}
