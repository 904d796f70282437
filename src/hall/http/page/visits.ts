// Keeps the visits of known browsers: one per tab, each begun with an unguessable nonce. They exist only in memory, so
// that a signature made for one run of the hall is invalid in the next.
import type { PageKeyId } from "../../../contract/api/page-keys.ts";
import { newSecret } from "../../../host/ids.ts";

export interface Visit {
  key: PageKeyId;
  /** Aborts when the visit ends: its browser was forgotten, or it was dropped to make room. */
  over: AbortSignal;
  /**
   * Returns true the first time for each request number, so that a replay is refused. Returns false for a
   * number far below the highest.
   */
  isFirst(count: number): boolean;
}

export interface Visits {
  /** Begins a visit and returns its nonce. */
  begin(key: PageKeyId): string;
  /** Returns `null` if this run of the hall began no such visit, or the visit is over. */
  find(nonce: string): Visit | null;
  end(key: PageKeyId): void;
}

/**
 * The most visits per browser. Unused visits are dropped first: an eavesdropper can replay the start of a visit, and
 * must not end the visits of real tabs that way. Next, the least recently used visit is dropped; its tab begins a new
 * one when it is used again.
 */
const mostPerKey = 64;
/** Concurrent requests arrive in any order, but not further apart than this. */
const window = 4096;

interface Open extends Visit {
  isUsed(): boolean;
  end(): void;
}

export function createVisits(): Visits {
  const visits = new Map<string, Open>();
  const drop = (nonce: string) => {
    visits.get(nonce)?.end();
    visits.delete(nonce);
  };
  const ofKey = (key: PageKeyId) =>
    [...visits].filter(([, visit]) => visit.key === key).map(([nonce]) => nonce);
  return {
    begin: (key) => {
      const own = ofKey(key);
      if (own.length >= mostPerKey) drop(own.find((each) => !visits.get(each)?.isUsed()) ?? own[0] ?? "");
      const nonce = newSecret();
      visits.set(nonce, openVisit(key));
      return nonce;
    },
    find: (nonce) => {
      const found = visits.get(nonce);
      if (!found) return null;
      // Map order is order of use: the last entry was used last.
      visits.delete(nonce);
      visits.set(nonce, found);
      return found;
    },
    end: (key) => ofKey(key).forEach(drop),
  };
}

function openVisit(key: PageKeyId): Open {
  const over = new AbortController();
  const seen = new Set<number>();
  let highest = 0;
  return {
    key,
    over: over.signal,
    end: () => over.abort(),
    isUsed: () => highest > 0,
    isFirst: (count) => {
      if (count <= highest - window || seen.has(count)) return false;
      seen.add(count);
      highest = Math.max(highest, count);
      if (seen.size > 2 * window) for (const old of seen) if (old <= highest - window) seen.delete(old);
      return true;
    },
  };
}
