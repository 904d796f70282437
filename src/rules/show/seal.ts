// Decides the seal of a completed commission: the one mark by which every list, view and exit code judges it.
import type { Seal, Status, Trust } from "../../contract/commission/commission.ts";
import type { LedgerEvent } from "../../contract/commission/events.ts";
import type { BranchState } from "../../contract/project/tree.ts";

/** The fields of a commission's summary that decide the seal. */
export interface Sealed {
  status: Status;
  trust: Trust | null;
  branch: { state: BranchState } | null;
}

/**
 * Returns the seal; `null` if the commission has not completed. The seal is the trust in the result, but
 * `conflict` and `unchanged` replace `verified` and `claimed`. Checks that passed say nothing about work that
 * could not be merged, or that does not exist.
 */
export function sealOf({ status, trust, branch }: Sealed): Seal | null {
  if (status !== "completed") return null;
  if (trust === "refuted") return "refuted";
  if (branch?.state === "conflict" || branch?.state === "unchanged") return branch.state;
  return trust ?? "claimed";
}

/** Whether the checks or the merge rejected finished work. */
export function isTurnedDown(commission: Sealed): boolean {
  const seal = sealOf(commission);
  return seal === "refuted" || seal === "conflict";
}

/**
 * Returns the state of a commission's branch after one more ledger line, for readers that see only the lines.
 */
export function branchAfter(before: Sealed["branch"], event: LedgerEvent): Sealed["branch"] {
  if (event.type === "commission.dispatched") return event.tree ? { state: "open" } : before;
  if (event.type === "finish.applied") return before && { state: event.tree?.state ?? "unchanged" };
  return before;
}
