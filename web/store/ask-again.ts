// Refetches stale answers. Answers that no view shows are refetched when a view needs them.
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

export interface AskAgain {
  /**
   * Invalidates all queries with this key prefix. An answer already on its way may be stale: it is awaited, then
   * refetched.
   */
  about(queryKey: QueryKey): void;
  /**
   * Called after a lost connection: refetches, since pending requests may never be answered, and failed ones may
   * succeed now.
   */
  afterLoss(): void;
}

export function createAskAgain(queries: QueryClient): AskAgain {
  const waiting = new Set<Query>();
  const about = (queryKey: QueryKey) => {
    for (const query of queries.getQueryCache().findAll({ queryKey, fetchStatus: "fetching" })) {
      if (waiting.has(query)) continue;
      waiting.add(query);
      const again = () => {
        waiting.delete(query);
        about(query.queryKey);
      };
      void query.promise?.then(again, again);
    }
    void queries.invalidateQueries({ queryKey }, { cancelRefetch: false });
  };
  return {
    about,
    afterLoss: () =>
      void queries.cancelQueries().then(() => queries.refetchQueries({ type: "active", stale: true })),
  };
}
