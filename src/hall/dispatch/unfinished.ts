// Tracks commissions whose finish (commit, merge, close) failed, such as on a full disk or in a missing repository: how
// often, why, and when to retry.
import { messageOf } from "../../base/text/message-of.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import type { ConductorState } from "./deps.ts";

export interface Unfinished {
  times: number;
  reason: string;
}

const firstMs = 1000;
const longestMs = 60_000;
/**
 * After this many attempts the finish is given up. With the growing waits between them, they take about two
 * minutes.
 */
const mostTries = 8;

export function noteUnfinished({ unfinished }: ConductorState, id: CommissionId, error: unknown): Unfinished {
  const reason = messageOf(error);
  const known = { times: (unfinished.get(id)?.times ?? 0) + 1, reason };
  unfinished.set(id, known);
  return known;
}

/**
 * Returns true if the finish is to be given up. A storage fault such as a full disk is retried without end, because it
 * may pass at any time.
 */
export function isHopeless({ times }: Unfinished, error: unknown): boolean {
  return times >= mostTries && storageCodeOf(error) === null;
}

/** Returns how long to wait before the commission is followed again. */
export function againAfterMs({ unfinished }: ConductorState, id: CommissionId): number {
  const times = unfinished.get(id)?.times ?? 1;
  return Math.min(longestMs, firstMs * 2 ** (times - 1));
}
