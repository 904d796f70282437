// Turns ledger lines into timeline entries. Every type of line is handled here: as an entry, as part of one, or
// deliberately not shown.
import type { LedgerEvent } from "../../../../src/contract/commission/events.ts";
import { factTellers } from "./timeline-facts.ts";
import { type Draft, emptyDraft } from "./timeline-draft.ts";
import type { Entry } from "./timeline-entry.ts";
import { hallTellers } from "./timeline-hall.ts";

export type EventOf<T extends LedgerEvent["type"]> = Extract<LedgerEvent, { type: T }>;
export type Tellers<T extends LedgerEvent["type"]> = {
  [K in T]: (draft: Draft, event: EventOf<K>) => void;
};

export interface Timeline {
  /** Takes lines in the ledger's order, each once. */
  add(events: readonly LedgerEvent[]): void;
  /** Returns an immutable list; unchanged entries keep their identity. */
  entries(): readonly Entry[];
}

const tellers: Tellers<LedgerEvent["type"]> = { ...hallTellers, ...factTellers };

export function createTimeline(): Timeline {
  const draft = emptyDraft();
  return {
    add: (events) => {
      for (const event of events) tell(draft, event);
    },
    entries: () => [...draft.entries],
  };
}

function tell(draft: Draft, event: LedgerEvent): void {
  // A hall of a later release may write lines that this page does not know: only the raw ledger shows them.
  const teller = tellers[event.type] as ((draft: Draft, event: LedgerEvent) => void) | undefined;
  teller?.(draft, event);
}
