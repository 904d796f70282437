// The visits of browsers that are known: one for each tab, begun with a nonce that cannot be guessed. They are kept
// in memory alone, so that what was signed for one run of the hall is good for no other.
import type { PageKeyId } from "../../../contract/api/page-keys.ts";
import { newSecret } from "../../../host/ids.ts";

export interface Visit {
  key: PageKeyId;
  /** Fires when its browser is forgotten. */
  over: AbortSignal;
  /** True once for each number, and for none that is far behind the highest. */
  isFirst(count: number): boolean;
}

export interface Visits {
  /** Gives its nonce. */
  begin(key: PageKeyId): string;
  /** `null` if this run of the hall began no such visit, or it is over. */
  find(nonce: string): Visit | null;
  end(key: PageKeyId): void;
}

/**
 * Visits over which nothing was asked make room first: whoever overheard a visit being begun can begin more of it, and must
 * not end those of tabs that way. Then the tab that was not heard for longest, which begins anew when it is next used.
 */
const mostPerKey = 64;
/** Requests that are made at once arrive in any order, but not further apart than this. */
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
      // The last in the map is the one that was heard last.
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
