// A used-up quota: how long its reset time is believed, and what the hall records about it.
import type { CommissionId } from "../../contract/home/ids.ts";
import type { QuotaPause } from "../../contract/commission/quota.ts";

/** A reset further away is believed only this long; then one commission tries again. */
export const longestPauseMs = 14 * 86_400_000;
/** For a reset that is not a valid time. */
const unknownPauseMs = 60_000;

/** Keeps a reset in the past as it is: then the next commission tries at once. */
export function believedReset(resetAt: string, now: number): string {
  const at = Date.parse(resetAt);
  const believed = Number.isNaN(at) ? now + unknownPauseMs : Math.min(at, now + longestPauseMs);
  return new Date(believed).toISOString();
}

export interface SpentQuota {
  /** `null` if it is not a commission's. */
  id: CommissionId | null;
  resetAt: string;
  message: string;
  now: number;
  /** The recorded pause, and how long it still lasts. */
  before: { pause: QuotaPause; msLeft: number } | null;
}

/** The later reset of two refusals counts. After a reset, a refusal begins a new pause. */
export function pauseAfter({ id, resetAt, message, now, before }: SpentQuota): QuotaPause {
  const pausedUntil = believedReset(resetAt, now);
  if (before !== null && before.msLeft > 0 && before.msLeft >= Date.parse(pausedUntil) - now)
    return before.pause;
  return { pausedUntil, since: new Date(now).toISOString(), byCommission: id, message, probe: null };
}
