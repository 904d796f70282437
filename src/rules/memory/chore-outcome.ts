// Decides what a finished compaction of memory may change, and how that is reported. Only a submitted result counts:
// the last words of an interrupted session are not a summary.
import type { CommissionOutcome } from "../../contract/commission/events.ts";
import type { ChoreOutcome, CompactionChore, MemoryKey } from "../../contract/memory/memory.ts";
import type { Submission } from "../commission/state.ts";
import { tokensOf } from "../../base/text/tokens.ts";

export type Condensed = { ok: true; summary: string } | { ok: false; why: string };

export function condensedBy(
  order: CompactionChore,
  { outcome, submission }: { outcome: CommissionOutcome; submission: Pick<Submission, "output"> | null },
): Condensed {
  if (outcome.status !== "completed") return { ok: false, why: `The chore ${wordFor[outcome.status]}.` };
  if (outcome.source !== "submission") return { ok: false, why: "No result was handed in." };
  const summary = submission?.output?.trim() ?? "";
  if (summary === "") return { ok: false, why: "The result that was handed in is empty." };
  if (tokensOf(summary.length) >= order.tokens)
    return { ok: false, why: "The result is no shorter than what it was to condense." };
  return { ok: true, summary };
}

const wordFor = { failed: "failed", cancelled: "was cancelled" } as const;

export function unchanged(why: string): ChoreOutcome {
  return { condensed: [], stayed: [], note: `Nothing was changed. ${why}` };
}

/** Reports that all entries stayed, because no entry is removed before the summary is written. */
export function unfinished({ entries }: CompactionChore, why: string): ChoreOutcome {
  return {
    condensed: [],
    stayed: entries.map(({ key }) => key),
    note: `The memory could not be changed: ${why}`,
  };
}

/** Reports a compaction. `written` is the version of the entry `compacted` that holds the summary now. */
export function changed(
  order: CompactionChore,
  { stayed, written }: { stayed: readonly MemoryKey[]; written: number },
): ChoreOutcome {
  const condensed = order.entries.map(({ key }) => key).filter((key) => !stayed.includes(key));
  const rest = stayed.length === 0 ? "" : ` ${stayed.join(", ")} stayed, having been changed meanwhile.`;
  const what = condensed.length === 1 ? "1 entry was" : `${condensed.length} entries were`;
  return {
    condensed,
    stayed: [...stayed],
    note: `${what} condensed into version ${written} of "compacted" in ${order.scope}.${rest}`,
  };
}
