// Decides whether a commission may be blocked: before its first start, and later only for its merge or for an approval.
import type { Command } from "./commands.ts";
import type { Commission } from "./state.ts";
import { not, nothing, type Verdict, write } from "./verdict.ts";

/**
 * Blocks a commission that has not been started yet, because work that has begun is never held up. There are two
 * exceptions: finished work may wait for its merge, and any work may wait for a person to approve its set-up.
 */
export function block(commission: Commission, command: Extract<Command, { do: "block" }>): Verdict {
  const { record, status } = commission;
  const hasBegun = record.bench > 0 && record.landing === null && record.approve === null;
  if ((status !== "pending" && status !== "blocked") || hasBegun || record.plan)
    return not("be blocked", commission);
  if (status === "blocked" && isSame(commission.waitingFor, command.waitingFor)) return nothing;
  return write({ type: "commission.blocked", waitingFor: [...command.waitingFor] });
}

export function unblock(commission: Commission): Verdict {
  return commission.status === "blocked" && !commission.record.plan
    ? write({ type: "commission.unblocked" })
    : not("be unblocked", commission);
}

function isSame(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((reason, i) => reason === b[i]);
}
