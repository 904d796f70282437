// Detects which changes of the ledger change what needs a person. Commissions that need no person take no memory.
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { Ledger } from "../../store/ledger/ledger.ts";
import { needsKey, needsOf } from "../../rules/show/work-causes.ts";

export interface NeedsWatch {
  /** Returns true if the change alters what needs a person. */
  heard(change: Parameters<Parameters<Ledger["subscribe"]>[0]>[0]): boolean;
  removed(id: CommissionId): void;
}

/** Without a model, commissions that wait for a key are watched too. */
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

/** Returns whether the commission needs a person for another reason than before. */
function remember(known: Map<CommissionId, string>, id: CommissionId, text: string): boolean {
  const before = known.get(id);
  if (text === "") return known.delete(id);
  known.set(id, text);
  return text !== before;
}

/** Changes whenever the reasons do; empty for a commission that needs no person. */
function needText(summary: CommissionSummary, hasModel: boolean): string {
  const { openQuestions, asked } = summary;
  const kinds = [...needsOf(summary), ...(!hasModel && needsKey(summary) ? ["key"] : [])];
  return kinds.length === 0 ? "" : `${kinds.join()} ${openQuestions} ${asked?.count ?? 0}`;
}
