// What time it is at the hall. What happened is told in its time; a machine that slept, or looks in from elsewhere, may
// have another, and would call old what is new.

/** Answers say the second in which they were sent, and take a while to come. */
const closeMs = 5000;
/** Nobody waits so long for an answer: one of the clocks was set. */
const setMs = 30_000;

/** How far the hall's clock is ahead, after an answer. Those that came late make it seem behind, so the furthest counts. */
export function aheadAfter(before: number, { sentAt, now }: { sentAt: number; now: number }): number {
  const ahead = sentAt - now;
  if (Number.isNaN(ahead)) return before;
  return ahead > before || before - ahead > setMs ? ahead : before;
}

let aheadMs = -Infinity;

/** With each answer of the hall's. */
export function noticeDate(date: string | null): void {
  aheadMs = aheadAfter(aheadMs, { sentAt: Date.parse(date ?? ""), now: Date.now() });
}

/** This machine's own time where the two are close. */
export function hallNow(): number {
  return Date.now() + correctionOf(aheadMs);
}

export function correctionOf(ahead: number): number {
  return Math.abs(ahead) < closeMs || !Number.isFinite(ahead) ? 0 : ahead;
}
