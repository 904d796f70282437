// The possible consequences of the end of a session, and the functions that build them.
import type { CommissionOutcome, FailureReason, ReturnCause } from "../../contract/commission/events.ts";
import type { SetUpWait } from "../../contract/project/set-up.ts";
import { describeEnding, type Ending } from "../course/describe-ending.ts";
import { resumeAfterMs, type RetryPolicy, startAfterMs, storageAfterMs } from "../course/retry.ts";
import type { CommissionRecord } from "./state.ts";

export interface ExitPolicy extends RetryPolicy {
  /** The most times that work is returned to its worker because checks failed. */
  maxReturns: number;
  /** Whether a used-up quota pauses the commission; if not, the commission fails. */
  canPause: boolean;
}

export type Exit =
  | { next: "end"; outcome: CommissionOutcome }
  | { next: "resume"; cause: Exclude<ReturnCause, "quota">; afterMs: number }
  | { next: "pause"; until: string; message: string };

export function cancelled(reason: string): Exit {
  return { next: "end", outcome: { status: "cancelled", endedBy: "cancel", reason } };
}

type Completion = Omit<Extract<CommissionOutcome, { status: "completed" }>, "status" | "source">;

export function completed({ submission }: Pick<CommissionRecord, "submission">, how: Completion): Exit {
  const source = submission === null ? "final_text" : "submission";
  return { next: "end", outcome: { status: "completed", source, ...how } };
}

/** Describes a bad end, which is shown even if there is a result; `null` for a normal end. */
export function oddity(ending: Ending): string | null {
  return ending.how === "normal" ? null : describeEnding(ending);
}

export function failed(ending: Ending, reason: FailureReason, message: string): Exit {
  return { next: "end", outcome: { status: "failed", endedBy: ending.how, reason, message } };
}

/** The finished work waits until its merge with the integration branch can be checked. */
export const waitToLand: Extract<Exit, { next: "resume" }> = { next: "resume", cause: "land", afterMs: 0 };

/**
 * The set-up had no network, and a person must approve its files first. This is not a failure and does not
 * count as a retry.
 */
export const waitForApproval: Exit = { next: "resume", cause: "setup", afterMs: 0 };

/**
 * Returns the tree that a person must approve before the set-up gets the network; `null` if the session did not end for
 * that reason.
 */
export function approvalOf(ending: Ending): SetUpWait | null {
  return (ending.how === "setup" && ending.approve) || null;
}

export const stoppedByPerson: Exit = { next: "resume", cause: "stop", afterMs: 0 };

export interface Case<E extends Ending = Ending> {
  record: CommissionRecord;
  ending: E;
  policy: ExitPolicy;
}

export function resumeOr({ record, policy }: Case, atLast: Exit): Exit {
  const afterMs = resumeAfterMs(policy, record.resumes);
  return afterMs === null ? atLast : { next: "resume", cause: "crash", afterMs };
}

/** Returns a retry after the disk could not be written. */
export function goBack(policy: ExitPolicy): Exit {
  return { next: "resume", cause: "storage", afterMs: storageAfterMs(policy) };
}

export type Lost = Extract<Ending, { how: "lost" }>;

/** Returns a new start if retries are left, else `atLast`. */
export function startAgainOr({ record, ending, policy }: Case<Lost>, atLast: Exit): Exit {
  const { falseStarts } = record;
  const afterMs = startAfterMs(policy, { falseStarts, hung: ending.hung ?? false });
  return afterMs === null ? atLast : { next: "resume", cause: "start", afterMs };
}
