// Turns ledger lines into timeline entries. Every type of line is handled here: as an entry, as part of one, or
// deliberately not shown.
import type { LedgerEvent } from "../../../../src/contract/commission/events.ts";
import { factTellers } from "./timeline-facts.ts";
import { type TimelineDraft, emptyDraft } from "./timeline-draft.ts";
import type { TimelineEntry } from "./timeline-entry.ts";
import { hallTellers } from "./timeline-hall.ts";
import { landingTellers } from "./timeline-landing.ts";

export type EventOf<T extends LedgerEvent["type"]> = Extract<LedgerEvent, { type: T }>;
export type Tellers<T extends LedgerEvent["type"]> = {
  [K in T]: (draft: TimelineDraft, event: EventOf<K>) => void;
};

export interface Timeline {
  /** Takes lines in the ledger's order, each once. */
  add(events: readonly LedgerEvent[]): void;
  /** Returns an immutable list; unchanged entries keep their identity. */
  entries(): readonly TimelineEntry[];
}

const tellers: Tellers<LedgerEvent["type"]> = { ...hallTellers, ...landingTellers, ...factTellers };

export function createTimeline(): Timeline {
  const draft = emptyDraft();
  return {
    add: (events) => {
      for (const event of events) tell(draft, event);
    },
    entries: () => [...draft.entries],
  };
}

function tell(draft: TimelineDraft, event: LedgerEvent): void {
  // A hall of a later release may write lines that this page does not know: the raw ledger shows them.
  const teller = tellers[event.type] as ((draft: TimelineDraft, event: LedgerEvent) => void) | undefined;
  teller?.(draft, event);
}
