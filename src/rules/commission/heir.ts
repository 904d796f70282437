// Decides which later commission has the work of an earlier one that it continues. A later commission that ended
// without work leaves the earlier work as what there is to decide on.
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";

export interface Lineage {
  /** Returns the latest commission that continues this one. */
  continuationOf(id: CommissionId): CommissionId | undefined;
  find(id: CommissionId): Pick<CommissionSummary, "status" | "landing"> | undefined;
}

/** Whether the commission has ended without work that can be accepted, undone or sent back. */
export function cameToNothing({ status, landing }: Pick<CommissionSummary, "status" | "landing">): boolean {
  const isEnded = status === "completed" || status === "failed" || status === "cancelled";
  return isEnded && landing === null;
}

/**
 * Whether the commission has ended and the integration branch has nothing of it: there was no work, or a person rejected
 * it or undid its merge.
 */
export function broughtNothing(of: Pick<CommissionSummary, "status" | "landing">): boolean {
  return cameToNothing(of) || of.landing?.state === "rejected" || of.landing?.state === "undone";
}

/** Returns the last commission of the chain that has this one's work, or is at work on it; `null` if there is none. */
export function heirOf({ continuationOf, find }: Lineage, id: CommissionId): CommissionId | null {
  const seen = new Set<CommissionId>([id]);
  let heir: CommissionId | null = null;
  for (let next = continuationOf(id); next !== undefined; next = continuationOf(next)) {
    if (seen.has(next)) break; // only a ledger edited by hand has a cycle
    seen.add(next);
    const known = find(next);
    if (known && !cameToNothing(known)) heir = next;
  }
  return heir;
}

/**
 * Whether deleting `later` gives the work that it continues back to the person. It does not if another commission
 * continues `later`, or if the earlier work is on the integration branch only through `later`.
 */
export function isGivenBack(lineage: Lineage, work: { earlier: CommissionId; later: CommissionId }): boolean {
  const earlier = lineage.find(work.earlier)?.landing ?? null;
  const later = lineage.find(work.later);
  if (earlier === null || later === undefined || heirOf(lineage, work.later) !== null) return false;
  const isMerged = later.landing?.state === "merged" || later.landing?.state === "accepted";
  return !isMerged || earlier.commit !== null;
}
