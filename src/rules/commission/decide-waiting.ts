// Whether a commission waits for others: before its first start it may be blocked, and for other reasons than before.
import type { Command } from "./commands.ts";
import type { Commission } from "./state.ts";
import { not, nothing, type Verdict, write } from "./verdict.ts";

/**
 * What was begun goes on, so this counts before the first start. But finished work may have to wait for its merge, and
 * any work for a person who approves its set-up.
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
