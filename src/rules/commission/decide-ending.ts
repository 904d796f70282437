// Handles the commands that lead a commission to its end: stop and cancel, then conclude, merge, apply and
// settle.
import type {
  CarriedWork,
  CommissionOutcome,
  EventBody,
  FinishPlan,
} from "../../contract/commission/events.ts";
import type { ArtifactRef } from "../../contract/commission/artifact-ref.ts";
import { refuse } from "../../contract/api/problem.ts";
import { isTooMuch } from "../limits/breach.ts";
import type { Command } from "./commands.ts";
import { decideExit } from "./exit-matrix.ts";
import { type Exit, waitToLand } from "./exits.ts";
import { isProvedOn, owesLanding } from "../checks/landing.ts";
import { believedReset } from "../admission/quota.ts";
import { type Commission, type CommissionRecord, isAtWork, isRunning } from "./state.ts";
import { not, nothing, type Verdict, write } from "./verdict.ts";

/**
 * Cancels a commission, unless its finish is already planned. If no workbench is at work, the commission ends at once
 * as cancelled.
 */
export function cancel(commission: Commission, command: Extract<Command, { do: "cancel" }>): Verdict {
  const { record } = commission;
  const { by, reason } = command;
  if (record.plan)
    return refuse("wrong_state", "The commission is being finished; it can no longer be cancelled.");
  if (record.cancel) return nothing;
  const requested: EventBody = { type: "cancel.requested", by, reason };
  if (isRunning(commission) && record.end === null) return write(requested);
  // The plan is written first: a power cut may lose the second line, and the plan alone leads to the same
  // end.
  return write(planFor(record, { status: "cancelled", endedBy: "cancel", reason }), requested);
}

/**
 * Requests that the workbench stops. The request is recorded before the workbench is signalled, so that the next hall
 * knows what to do if this one dies halfway.
 */
export function stop(commission: Commission, by: string): Verdict {
  return isAtWork(commission) && !commission.record.stopRequested
    ? write({ type: "stop.requested", by })
    : nothing;
}

type Conclude = Extract<Command, { do: "conclude" }>;

export function conclude(commission: Commission, command: Conclude): Verdict {
  const { record } = commission;
  if (record.plan) return nothing;
  if (!isRunning(commission) || record.end === null) return not("be concluded", commission);
  const exit = decideExit(record, record.end, command.policy);
  switch (exit.next) {
    case "resume":
      return goBack(record, command, exit);
    case "pause":
      return write({
        type: "commission.paused",
        until: believedReset(exit.until, command.now),
        message: exit.message,
      });
    case "end":
      return endOrLand(record, command, exit.outcome);
  }
}

function goBack(
  record: CommissionRecord,
  command: Conclude,
  { cause, afterMs }: Extract<Exit, { next: "resume" }>,
) {
  const notBefore = new Date(command.now + afterMs).toISOString();
  const carry = cause === "merge" ? carryOf(record, command) : undefined;
  return write({ type: "commission.requeued", cause, notBefore, ...(carry && { carry }) });
}

/**
 * Returns how to move the work to a newer base: the commit of the integration branch with which its merge
 * failed the checks. The worker continues there.
 */
function carryOf({ tree, proof, landing }: CommissionRecord, command: Conclude): CarriedWork | undefined {
  const onto = landing?.tried?.expected;
  if (tree === null || !proof?.snapshot || onto === undefined || !command.landing) return undefined;
  const { theirs, marked } = command.landing;
  return { from: tree.base, snapshot: proof.snapshot, onto, theirs, ...(marked && { marked }) };
}

/**
 * Plans the end of a commission. Work with checks is merged only if they passed on the merge; until then it
 * waits for its merge to be checked. After a conflict, or if git cannot compute the merge, the commission
 * ends without that check.
 */
function endOrLand(record: CommissionRecord, command: Conclude, decided: CommissionOutcome): Verdict {
  const artifacts = record.submission?.artifacts;
  const { landing } = command;
  if (treeFate(record, decided) !== "merge" || !owesLanding(record))
    return write(planFor(record, decided, artifacts));
  const outcome = asRehearsed(record, decided);
  if (!landing) return goBack(record, command, waitToLand);
  const { candidate, isNext } = landing;
  switch (candidate.kind) {
    case "conflict":
      return write(planFor(record, outcome, artifacts));
    case "unknown":
      return write(planFor(record, outcome, artifacts, { tree: "keep" }));
    case "ready": {
      const { expected, tree } = candidate;
      if (isNext && isProvedOn(record, tree)) {
        const merge = outcome.status === "completed" ? { merge: { expected, tree } } : {};
        return write(planFor(record, outcome, artifacts, merge));
      }
      return goBack(record, command, waitToLand);
    }
  }
}

/**
 * Fails a rehearsal whose script has turns left: they were meant for a merge that fails, and this merge did not fail.
 */
function asRehearsed({ proof }: CommissionRecord, outcome: CommissionOutcome): CommissionOutcome {
  const unplayed = proof?.unplayed ?? null;
  if (unplayed === null) return outcome;
  return { status: "failed", endedBy: "rehearsal", reason: "rehearsal", message: unplayed };
}

/** Drops a plan that was not carried out, so that the hall decides again. */
export function withdraw(commission: Commission, reason: string): Verdict {
  const { plan, applied } = commission.record;
  if (plan?.tree !== "merge" || applied || !isRunning(commission)) return not("be decided again", commission);
  return write({ type: "finish.withdrawn", reason });
}

export function reject(commission: Commission, message: string): Verdict {
  if (commission.status !== "pending" && commission.status !== "blocked")
    return not("be rejected", commission);
  if (commission.record.plan) return nothing;
  const { record } = commission;
  return write(planFor(record, rejection(record, message), record.submission?.artifacts));
}

/**
 * Returns the outcome of a rejected commission. If the worker has already submitted something, the commission ends as
 * completed and refuted, so that the result is not lost.
 */
function rejection({ submission, proof, refutation }: CommissionRecord, message: string): CommissionOutcome {
  const endedBy = "activation";
  if (!submission && !proof && !refutation)
    return { status: "failed", endedBy, reason: "activation", message };
  const source = submission ? "submission" : "final_text";
  return { status: "completed", endedBy, anomaly: message, source, trust: "refuted" };
}

/**
 * Plans the move of the integration branch. Only the last plan counts: the earlier ones failed because the branch had
 * moved.
 */
export function planMerge(
  commission: Commission,
  { expected, commit, tip }: Extract<Command, { do: "plan-merge" }>,
): Verdict {
  const { plan, tree, applied, merge } = commission.record;
  if (plan?.tree !== "merge" || tree === null || applied) return not("be merged", commission);
  if (merge?.commit === commit && merge.expected === expected && merge.tip === tip) return nothing;
  return write({ type: "merge.planned", into: tree.into, expected, commit, tip });
}

export function recordApplied(
  commission: Commission,
  command: Extract<Command, { do: "record-applied" }>,
): Verdict {
  const { plan, applied } = commission.record;
  if (!plan || (plan.tree && !command.tree)) return not("be finished", commission);
  if (applied) return nothing;
  return write({
    type: "finish.applied",
    artifacts: [...command.artifacts],
    problems: [...command.problems],
    ...(command.chore && { chore: command.chore }),
    ...(command.tree && { tree: command.tree }),
    ...(command.artifacts.length > 0 && command.hashes && { hashes: { ...command.hashes } }),
  });
}

/** Writes the terminal event, but only after the plan was applied. */
export function settle(commission: Commission): Verdict {
  const { plan, applied } = commission.record;
  if (!plan || !applied) return not("be settled", commission);
  return write(terminalEvent(plan.outcome));
}

function planFor(
  record: CommissionRecord,
  outcome: CommissionOutcome,
  copy: readonly ArtifactRef[] = [],
  more: Pick<FinishPlan, "tree" | "merge"> = {},
): EventBody {
  const tree = treeFate(record, outcome);
  return { type: "finish.planned", plan: { outcome, copy: [...copy], ...(tree && { tree }), ...more } };
}

/**
 * Returns whether the branch is merged or kept; `undefined` if there is none. Only completed work that
 * changed something and was not refuted is merged, unless it waits for a person or stays on its branch.
 */
function treeFate(
  { tree, bench, proof, land }: CommissionRecord,
  outcome: CommissionOutcome,
): FinishPlan["tree"] {
  // There is no worktree before the first workbench.
  if (tree === null || bench === 0) return undefined;
  if ((proof !== null && !proof.changed) || isTooMuch({ how: outcome.endedBy })) return "keep";
  const isFinished = outcome.status === "completed" && outcome.trust !== "refuted";
  return isFinished && land === "integration" ? "merge" : "keep";
}

function terminalEvent(outcome: CommissionOutcome): EventBody {
  switch (outcome.status) {
    case "completed": {
      const { endedBy, anomaly, source, trust } = outcome;
      return { type: "commission.completed", endedBy, anomaly, source, trust };
    }
    case "failed": {
      const { endedBy, reason, message } = outcome;
      return { type: "commission.failed", endedBy, reason, message };
    }
    case "cancelled": {
      const { endedBy, reason } = outcome;
      return { type: "commission.cancelled", endedBy, reason };
    }
  }
}
