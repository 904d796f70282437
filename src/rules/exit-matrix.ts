// How each ending of a session maps to what happens next. The table of ARCHITECTURE.md, as a total function.
import type { FailureReason, Outcome, ReturnCause } from "../contract/events.ts";
import type { Dossier } from "./state.ts";

export type Ending = NonNullable<Dossier["end"]>;
type Lost = Extract<Ending, { how: "lost" }>;

export interface ExitPolicy {
  /** How often a commission whose process died is resumed before it is failed. */
  maxResumes: number;
  /** How often a workbench that never began is started anew. */
  maxFalseStarts: number;
  /** Whether a quota with a known reset pauses the commission, or fails it. */
  canPause: boolean;
  /** Waits before the first, second, ... return. */
  backOffMs: readonly number[];
}

export type Exit =
  | { next: "end"; outcome: Outcome }
  | { next: "resume"; cause: Exclude<ReturnCause, "quota">; afterMs: number }
  | { next: "pause"; until: string; message: string };

export function decideExit(record: Dossier, ending: Ending, policy: ExitPolicy): Exit {
  if (record.cancel) return cancelled(record.cancel.reason);
  if (ending.how === "rehearsal") return failed(ending, "rehearsal", ending.message);
  if (record.submission) return completed(ending, "submission");
  if (record.stopRequested && isCut(ending)) return { next: "resume", cause: "stop", afterMs: 0 };
  switch (ending.how) {
    case "normal":
      return ending.finalText.trim() === ""
        ? failed(ending, "no_result", "The session ended without a result and without a final text.")
        : completed(ending, "final_text");
    case "storage":
      return goBack(policy);
    case "lost":
      if (ending.storage) return goBack(policy);
      return ending.began
        ? resumeOrFail(record, ending, ending.message, policy)
        : startAgain(record, ending, policy);
    case "died":
    case "garbled":
      return resumeOrFail(record, ending, ending.message, policy);
    case "stopped":
      return resumeOrFail(record, ending, "The session was stopped from outside.", policy);
    case "quota":
      return policy.canPause
        ? { next: "pause", until: ending.resetAt, message: ending.message }
        : failed(ending, "quota", `${ending.message} (resets at ${ending.resetAt})`);
    case "turns":
      return failed(
        ending,
        "turns",
        `It reached its limit of turns (${ending.limit}) without submitting a result.`,
      );
    case "budget":
      return failed(
        ending,
        "budget",
        `It spent its budget of $${ending.limitUsd} without submitting a result.`,
      );
    case "wall_clock":
      return failed(ending, "wall_clock", `It was at work for more than ${ending.limitMs / 1000} s.`);
    case "memory":
      return failed(ending, "memory", `It used more memory than its ${ending.limitMb} MB.`);
    case "disk":
      return failed(ending, "disk", `It took more of the disk than its ${ending.limitMb} MB.`);
    case "activation":
      return failed(ending, "activation", ending.message);
    case "setup":
      return failed(ending, "setup", ending.message);
    case "api":
      return failed(ending, "api", ending.message);
  }
}

/** It did not come to an end of its own. */
function isCut({ how }: Ending): boolean {
  return ["stopped", "lost", "died", "garbled", "storage"].includes(how);
}

function cancelled(reason: string): Exit {
  return { next: "end", outcome: { status: "cancelled", endedBy: "cancel", reason } };
}

function completed(ending: Ending, source: "submission" | "final_text"): Exit {
  const anomaly = ending.how === "normal" ? null : describeEnding(ending);
  return {
    next: "end",
    outcome: { status: "completed", endedBy: ending.how, anomaly, source, trust: "claimed" },
  };
}

function failed(ending: Ending, reason: FailureReason, message: string): Exit {
  return { next: "end", outcome: { status: "failed", endedBy: ending.how, reason, message } };
}

function resumeOrFail(record: Dossier, ending: Ending, message: string, policy: ExitPolicy): Exit {
  if (record.resumes >= policy.maxResumes) return failed(ending, "crashed", message);
  return { next: "resume", cause: "crash", afterMs: backOff(policy, record.resumes) };
}

/**
 * The disk took no record of it. That is not its doing, so it is never charged; whether there is room again is for
 * admission to say, and the longest wait keeps a disk that fails in other ways from being tried hotly.
 */
function goBack({ backOffMs }: ExitPolicy): Exit {
  return { next: "resume", cause: "storage", afterMs: backOffMs.at(-1) ?? 0 };
}

/**
 * It never took its lock, so no session began: starting anew repeats nothing. One that hung may have met a slow
 * moment; twice is no accident, and each time takes the whole wait.
 */
function startAgain(record: Dossier, ending: Lost, policy: ExitPolicy): Exit {
  if (ending.hung && record.falseStarts >= Math.min(1, policy.maxFalseStarts))
    return failed(ending, "activation", ending.message);
  if (record.falseStarts >= policy.maxFalseStarts) return failed(ending, "crashed", describeEnding(ending));
  return { next: "resume", cause: "start", afterMs: backOff(policy, record.falseStarts) };
}

function backOff({ backOffMs }: ExitPolicy, times: number): number {
  return backOffMs[Math.min(times, backOffMs.length - 1)] ?? 0;
}

/** One plain sentence for an ending that was not a good one. */
export function describeEnding(ending: Ending): string {
  switch (ending.how) {
    case "normal":
      return "The session ended normally.";
    case "turns":
      return `The session reached its limit of turns (${ending.limit}).`;
    case "budget":
      return `The session spent its budget of $${ending.limitUsd}.`;
    case "wall_clock":
      return `The session was at work for more than ${ending.limitMs / 1000} s.`;
    case "memory":
      return `The session used more memory than its ${ending.limitMb} MB.`;
    case "disk":
      return `The session took more of the disk than its ${ending.limitMb} MB.`;
    case "stopped":
      return "The session was stopped from outside.";
    case "quota":
      return `${ending.message} (resets at ${ending.resetAt})`;
    case "activation":
    case "api":
    case "died":
    case "garbled":
    case "lost":
    case "rehearsal":
    case "setup":
    case "storage":
      return ending.message;
  }
}
