// What the event stream tells: every change of the ledger, what was taken out of it, and that the hall itself changed.
import type { StreamMessage } from "../../../contract/api/stream.ts";
import type { LedgerEvent } from "../../../contract/commission/events.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import type { Ledger } from "../../../store/ledger/ledger.ts";
import type { News } from "./news.ts";
import { watchNeeds } from "../../needs/watch-needs.ts";

/** The ledger's changes, told after they are durable. */
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
      // Also where it needed nobody: the work that it went on with may need somebody again.
      news.tell("attention");
    },
  };
}

/** A worker wrote to it, or the hall condensed it. */
function changesMemory(event: LedgerEvent): boolean {
  return event.type === "memory.written" || (event.type === "finish.applied" && event.chore !== undefined);
}
