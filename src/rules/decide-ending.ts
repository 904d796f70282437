// The commands that lead a commission to its end: cancel, conclude, apply, settle.
import type { EventBody, FinishPlan, Outcome } from "../contract/events.ts";
import type { ArtifactRef } from "../contract/facts.ts";
import { refuse } from "../contract/problem.ts";
import type { Command } from "./commands.ts";
import { decideExit } from "./exit-matrix.ts";
import { believedReset } from "./quota.ts";
import { type Commission, type Dossier, isRunning } from "./state.ts";
import { not, nothing, type Verdict, write } from "./verdict.ts";

/** Honoured until the finish is planned. Where nothing runs, the cancellation is the whole story. */
export function cancel(commission: Commission, command: Extract<Command, { do: "cancel" }>): Verdict {
  const { record } = commission;
  const { by, reason } = command;
  if (record.plan)
    return refuse("wrong_state", "The commission is being finished; it can no longer be cancelled.");
  if (record.cancel) return nothing;
  const requested: EventBody = { type: "cancel.requested", by, reason };
  if (isRunning(commission) && record.end === null) return write(requested);
  // The plan first: a power cut may keep one line of the two, and the plan alone leads to the same end.
  return write(planFor(record, { status: "cancelled", endedBy: "cancel", reason }), requested);
}

/** On record before anything is signalled: a hall that dies half-way leaves one that the next knows what to do with. */
export function stop(commission: Commission, by: string): Verdict {
  const { record } = commission;
  const isAtWork = isRunning(commission) && record.end === null && record.plan === null;
  return isAtWork && !record.stopRequested ? write({ type: "stop.requested", by }) : nothing;
}

export function conclude(commission: Commission, command: Extract<Command, { do: "conclude" }>): Verdict {
  const { record } = commission;
  if (record.plan) return nothing;
  if (!isRunning(commission) || record.end === null) return not("be concluded", commission);
  const exit = decideExit(record, record.end, command.policy);
  switch (exit.next) {
    case "resume": {
      const notBefore = new Date(command.now + exit.afterMs).toISOString();
      return write({ type: "commission.requeued", cause: exit.cause, notBefore });
    }
    case "pause":
      return write({
        type: "commission.paused",
        until: believedReset(exit.until, command.now),
        message: exit.message,
      });
    case "end":
      return write(planFor(record, exit.outcome, record.submission?.artifacts));
  }
}

export function reject(commission: Commission, message: string): Verdict {
  if (commission.status !== "pending" && commission.status !== "blocked")
    return not("be rejected", commission);
  if (commission.record.plan) return nothing;
  const { record } = commission;
  return write(planFor(record, rejection(record, message), record.submission?.artifacts));
}

/** One that waits to have its work checked, or made better, has handed something in: that is not thrown away. */
function rejection({ submission, proof, refutation }: Dossier, message: string): Outcome {
  const endedBy = "activation";
  if (!submission && !proof && !refutation)
    return { status: "failed", endedBy, reason: "activation", message };
  const source = submission ? "submission" : "final_text";
  return { status: "completed", endedBy, anomaly: message, source, trust: "refuted" };
}

/** Of several that were planned the last counts: the others met a branch that had moved. */
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
  });
}

/** The terminal event comes last: only after the plan was applied. */
export function settle(commission: Commission): Verdict {
  const { plan, applied } = commission.record;
  if (!plan || !applied) return not("be settled", commission);
  return write(terminalEvent(plan.outcome));
}

function planFor(record: Dossier, outcome: Outcome, copy: readonly ArtifactRef[] = []): EventBody {
  const tree = treeFate(record, outcome);
  return { type: "finish.planned", plan: { outcome, copy: [...copy], ...(tree && { tree }) } };
}

/** Only work that nothing speaks against is merged. Before the first workbench there is no worktree. */
function treeFate({ tree, bench }: Dossier, outcome: Outcome): FinishPlan["tree"] {
  if (tree === null || bench === 0) return undefined;
  return outcome.status === "completed" && outcome.trust !== "refuted" ? "merge" : "keep";
}

function terminalEvent(outcome: Outcome): EventBody {
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
