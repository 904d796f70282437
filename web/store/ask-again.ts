// Asks again for what was fetched and is no longer true. What nobody looks at waits until somebody does.
import type { Query, QueryClient, QueryKey } from "@tanstack/react-query";

export interface AskAgain {
  /** All whose key begins so. An answer on its way may be from before: it is let come, and asked for once more. */
  about(queryKey: QueryKey): void;
  /** The line was lost: what was asked meanwhile may never be answered, and what was refused may not be any more. */
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
