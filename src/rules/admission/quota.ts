// A spent quota: how long it is believed, and what the hall notes of it.
import type { CommissionId } from "../../contract/home/ids.ts";
import type { QuotaPause } from "../../contract/commission/quota.ts";

/** A reset further away is believed for so long; then one commission asks again. */
export const longestPauseMs = 14 * 86_400_000;
/** For a reset that is no time at all. */
const unknownPauseMs = 60_000;

/** A reset in the past stays as it is: then the next one asks at once. */
export function believedReset(resetAt: string, now: number): string {
  const at = Date.parse(resetAt);
  const believed = Number.isNaN(at) ? now + unknownPauseMs : Math.min(at, now + longestPauseMs);
  return new Date(believed).toISOString();
}

export interface Spent {
  /** null: it is no commission's. */
  id: CommissionId | null;
  resetAt: string;
  message: string;
  now: number;
  /** The pause that is on record, and how long it still holds. */
  before: { pause: QuotaPause; msLeft: number } | null;
}

/** Of two that were refused, the later reset counts. After a reset, a refusal begins a new pause. */
export function pauseAfter({ id, resetAt, message, now, before }: Spent): QuotaPause {
  const pausedUntil = believedReset(resetAt, now);
  if (before !== null && before.msLeft > 0 && before.msLeft >= Date.parse(pausedUntil) - now)
    return before.pause;
  return { pausedUntil, since: new Date(now).toISOString(), byCommission: id, message, probe: null };
}
