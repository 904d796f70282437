// Feeds the event stream: every change of the ledger, every deletion from it, and every change of the hall itself.
import type { StreamMessage } from "../../../contract/api/stream.ts";
import type { LedgerEvent } from "../../../contract/commission/events.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import type { Ledger } from "../../../store/ledger/ledger.ts";
import type { News } from "./news.ts";
import { watchNeeds } from "../../needs/watch-needs.ts";

/** Sends the ledger's changes after they are durable. */
export interface Feed {
  subscribe(listener: (message: StreamMessage) => void): () => void;
}

export interface HallFeed extends Feed {
  deleted(id: CommissionId): void;
}

export interface FeedDeps {
  ledger: Pick<Ledger, "subscribe" | "summaries">;
  news: News;
  /** Whether the hall has a credential for work that is not rehearsed. */
  hasModel: boolean;
}

export function createFeed({ ledger, news, hasModel }: FeedDeps): HallFeed {
  const listeners = new Set<(message: StreamMessage) => void>();
  const tell = (message: StreamMessage) => {
    for (const listener of listeners) listener(message);
  };
  const needs = watchNeeds(ledger.summaries(), hasModel);
  news.subscribe((what) => tell({ type: "hall", what }));
  ledger.subscribe(({ summary, event }) => {
    tell({ type: "commission", commission: summary, event });
    if (changesMemory(event)) news.tell("memory");
    if (needs.heard({ summary, event })) news.tell("attention");
  });
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    deleted: (id) => {
      tell({ type: "deleted", id });
      needs.removed(id);
      // Announced even if the deleted commission needed no person: the commission that it continued may need
      // one again.
      news.tell("attention");
    },
  };
}

/** Returns true if a worker wrote to memory, or the hall condensed memory. */
function changesMemory(event: LedgerEvent): boolean {
  return event.type === "memory.written" || (event.type === "finish.applied" && event.chore !== undefined);
}
