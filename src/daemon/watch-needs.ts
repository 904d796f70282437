// Sees which changes of the ledger change what needs a person. Of commissions that need nobody nothing is held.
import type { CommissionId } from "../contract/ids.ts";
import type { CommissionSummary } from "../contract/meta.ts";
import type { Ledger } from "../ledger/ledger.ts";
import { needsOf } from "../rules/work-causes.ts";

export interface NeedsWatch {
  /** Says whether something else needs a person now. */
  heard(change: Parameters<Parameters<Ledger["subscribe"]>[0]>[0]): boolean;
  removed(id: CommissionId): void;
}

export function watchNeeds(summaries: Iterable<CommissionSummary>): NeedsWatch {
  const known = new Map<CommissionId, string>();
  for (const summary of summaries) note(known, summary);
  return {
    heard: ({ summary, event }) => {
      const { continues } = summary;
      // Whoever goes on with work takes it off the list.
      const takesOver = event.type === "commission.created" && continues !== null && known.has(continues);
      return note(known, summary) || takesOver;
    },
    removed: (id) => void known.delete(id),
  };
}

function note(known: Map<CommissionId, string>, summary: CommissionSummary): boolean {
  const { id, openQuestions, asked } = summary;
  const kinds = needsOf(summary);
  const before = known.get(id);
  if (kinds.length === 0) return known.delete(id);
  const now = `${kinds.join()} ${openQuestions} ${asked?.count ?? 0}`;
  known.set(id, now);
  return now !== before;
}
