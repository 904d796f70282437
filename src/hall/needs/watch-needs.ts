// Detects changes of the ledger that affect which commissions need a person, or why. Holds only such
// commissions in memory.
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import { needsKey, needsOf } from "../../rules/show/work-causes.ts";

export interface NeedsWatch {
  /** Returns true if the change alters what needs a person. */
  heard(change: Parameters<Parameters<Ledger["subscribe"]>[0]>[0]): boolean;
  removed(id: CommissionId): void;
}

/**
 * Watches the commissions that need a person. Without a model, those that wait for an API key are watched,
 * too.
 */
export function watchNeeds(summaries: Iterable<CommissionSummary>, hasModel: boolean): NeedsWatch {
  const known = new Map<CommissionId, string>();
  const note = (summary: CommissionSummary) => remember(known, summary.id, needText(summary, hasModel));
  for (const summary of summaries) note(summary);
  return {
    heard: ({ summary, event }) => {
      const { continues } = summary;
      // A new commission that continues an older one takes the older one off the list.
      const takesOver = event.type === "commission.created" && continues !== null && known.has(continues);
      return note(summary) || takesOver;
    },
    removed: (id) => void known.delete(id),
  };
}

/** Stores the reasons. Returns true if they have changed, or if the commission no longer needs a person. */
function remember(known: Map<CommissionId, string>, id: CommissionId, text: string): boolean {
  const before = known.get(id);
  if (text === "") return known.delete(id);
  known.set(id, text);
  return text !== before;
}

/** Returns a string that differs whenever the reasons differ; empty for a commission that needs no person. */
function needText(summary: CommissionSummary, hasModel: boolean): string {
  const { openQuestions, asked } = summary;
  const kinds = [...needsOf(summary), ...(!hasModel && needsKey(summary) ? ["key"] : [])];
  return kinds.length === 0 ? "" : `${kinds.join()} ${openQuestions} ${asked?.count ?? 0}`;
}
