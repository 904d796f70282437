// Decides which finished work a person still has before them: work that waits for a decision, and merged work that is
// not yet on the person's branch.
import type { CommissionSummary } from "../../contract/commission/meta.ts";

/** Whether a person has to accept the work before it is merged, or the hall is about to merge it. */
export function waitsForPerson({ landing }: Pick<CommissionSummary, "landing">): boolean {
  return landing?.state === "ready" || landing?.state === "accepting";
}

/**
 * Whether the work is finished and not yet on the person's branch. `ahead` has the commits of the integration branch
 * that the person's branch lacks; `null` if that is not known.
 */
export function isInReview(
  summary: Pick<CommissionSummary, "landing">,
  ahead: ReadonlySet<string> | null,
): boolean {
  const { landing } = summary;
  if (landing === null) return false;
  if (waitsForPerson(summary)) return true;
  const isMerged = landing.state === "merged" || landing.state === "accepted" || landing.state === "undoing";
  return isMerged && landing.commit !== null && ahead !== null && ahead.has(landing.commit);
}
