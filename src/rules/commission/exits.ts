// The possible consequences of the end of a session, and the functions that build them.
import type { CommissionOutcome, FailureReason, ReturnCause } from "../../contract/commission/events.ts";
import type { SetUpWait } from "../../contract/project/set-up.ts";
import { describeEnding, type Ending } from "./describe-ending.ts";
import type { CommissionRecord } from "./state.ts";

export interface ExitPolicy {
  /** The most times that a commission is resumed after its session or process died. */
  maxResumes: number;
  /** The most times that a commission is started again after its workbench never began. */
  maxFalseStarts: number;
  /** The most times that work is returned to its worker because checks failed. */
  maxReturns: number;
  /** Whether a used-up quota pauses the commission; if not, the commission fails. */
  canPause: boolean;
  /** The delays before the first, second and later retries. */
  backOffMs: readonly number[];
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

/** Whether the session was interrupted instead of ending by itself. */
export function isCut({ how }: Ending): boolean {
  return ["stopped", "lost", "died", "garbled", "storage"].includes(how);
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
  if (record.resumes >= policy.maxResumes) return atLast;
  return { next: "resume", cause: "crash", afterMs: backOff(policy, record.resumes) };
}

/**
 * Returns a retry after the disk could not be written. That is no fault of the commission, so it is not counted.
 * Admission waits until there is space again, and the longest delay prevents rapid retries on a disk that fails in
 * other ways.
 */
export function goBack({ backOffMs }: ExitPolicy): Exit {
  return { next: "resume", cause: "storage", afterMs: backOffMs.at(-1) ?? 0 };
}

export type Lost = Extract<Ending, { how: "lost" }>;

/**
 * Returns a new start if retries are left, else `atLast`. The workbench never took its lock, so no session began and a
 * new start repeats nothing. A workbench that hung is started again only once, because each hang costs the whole
 * timeout.
 */
export function startAgainOr({ record, ending, policy }: Case<Lost>, atLast: Exit): Exit {
  const most = ending.hung ? Math.min(1, policy.maxFalseStarts) : policy.maxFalseStarts;
  if (record.falseStarts >= most) return atLast;
  return { next: "resume", cause: "start", afterMs: backOff(policy, record.falseStarts) };
}

function backOff({ backOffMs }: ExitPolicy, times: number): number {
  return backOffMs[Math.min(times, backOffMs.length - 1)] ?? 0;
}
