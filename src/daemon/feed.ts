// What the event stream tells: every change of the ledger, and what was taken out of it.
import type { StreamMessage } from "../contract/api.ts";
import type { CommissionId } from "../contract/ids.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Feed } from "./http/hall-operations.ts";

export interface HallFeed extends Feed {
  deleted(id: CommissionId): void;
}

export function createFeed(ledger: Pick<Ledger, "subscribe">): HallFeed {
  const listeners = new Set<(message: StreamMessage) => void>();
  const tell = (message: StreamMessage) => {
    for (const listener of listeners) listener(message);
  };
  ledger.subscribe(({ summary, event }) => tell({ type: "commission", commission: summary, event }));
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    deleted: (id) => tell({ type: "deleted", id }),
  };
}
