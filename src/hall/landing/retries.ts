// Counts how often an act on finished work failed, and says how long to wait before the next try and when to give up.
import type { CommissionId } from "../../contract/home/ids.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";

const firstMs = 1000;
const longestMs = 60_000;
/** After this many tries an act is given up. With the growing waits between them, they take about two minutes. */
const mostTries = 8;

export interface Retries {
  /**
   * Notes a failure. Returns the wait before the next try; `null` if the act is to be given up. A storage fault such as
   * a full disk is tried again without end, because it may pass at any time.
   */
  failed(id: CommissionId, error: unknown): number | null;
  /** Forgets the failures of an act that is over. */
  over(id: CommissionId): void;
}

export function createRetries(): Retries {
  const times = new Map<CommissionId, number>();
  return {
    failed: (id, error) => {
      const count = (times.get(id) ?? 0) + 1;
      times.set(id, count);
      if (count >= mostTries && storageCodeOf(error) === null) return null;
      return Math.min(longestMs, firstMs * 2 ** (count - 1));
    },
    over: (id) => void times.delete(id),
  };
}
