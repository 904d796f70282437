// Decides what the hall records when the model's quota is used up, and how long it trusts the reset time in the model's
// answer.
import type { CommissionId } from "../../contract/home/ids.ts";
import type { QuotaPause } from "../../contract/commission/quota.ts";

/** The longest pause. If the reported reset is further away, one commission tries again after this time. */
export const longestPauseMs = 14 * 86_400_000;
/** The pause if the reported reset is not a valid time. */
const unknownPauseMs = 60_000;

/**
 * Returns the time at which the hall tries again. A reset in the past is returned unchanged: the next
 * commission then tries at once.
 */
export function believedReset(resetAt: string, now: number): string {
  const at = Date.parse(resetAt);
  const believed = Number.isNaN(at) ? now + unknownPauseMs : Math.min(at, now + longestPauseMs);
  return new Date(believed).toISOString();
}

export interface SpentQuota {
  /** The commission whose request was refused; `null` if the request belonged to no commission. */
  id: CommissionId | null;
  resetAt: string;
  message: string;
  now: number;
  /** The recorded pause, and how long it still lasts. */
  before: { pause: QuotaPause; msLeft: number } | null;
}

/**
 * Returns the pause to record after a refusal. During a pause, the later reset counts; after its end, a refusal begins
 * a new pause.
 */
export function pauseAfter({ id, resetAt, message, now, before }: SpentQuota): QuotaPause {
  const pausedUntil = believedReset(resetAt, now);
  if (before !== null && before.msLeft > 0 && before.msLeft >= Date.parse(pausedUntil) - now)
    return before.pause;
  return { pausedUntil, since: new Date(now).toISOString(), byCommission: id, message, probe: null };
}
