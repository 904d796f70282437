// Decides whether work counts as done, and how its acceptance checks came out. The workbench and the hall use the same
// rules.
import type { SessionEnd } from "../../contract/course/session-end.ts";
import { maxReturns } from "../../contract/commission/limits.ts";
import { isTooMuch } from "../limits/breach.ts";
import type { Ending } from "../course/describe-ending.ts";
import { hasPassed } from "./has-passed.ts";
import { passedWords } from "../limits/passed-limit.ts";
import type { AcceptanceCheck, CheckResult } from "../../contract/project/tree.ts";
import type { CommissionRecord, Proof } from "../commission/state.ts";

/**
 * Whether a session that ended like this leaves finished work to check. It does if the worker submitted a
 * result that no check has refuted. It also does if the session ended by itself, with a final text or any
 * submission. If the session is being stopped from outside, the caller runs no checks, whatever this returns.
 */
export function isFinished(record: Pick<CommissionRecord, "submission">, end: Ending): boolean {
  if (end.how === "rehearsal" || isTooMuch(end)) return false;
  if (record.submission && !record.submission.refuted) return true;
  return end.how === "normal" && (end.finalText.trim() !== "" || record.submission !== null);
}

export type ProofState = "none" | "incomplete" | "passed" | "excused" | "failed";

type Proving = Pick<CommissionRecord, "proof" | "checks"> & Partial<Pick<CommissionRecord, "readOnly">>;

/**
 * Returns how the checks of the work that last counted as done came out. `none`: there is no such work, or it
 * went back to its worker. `excused`: every check that fails also fails without the work, and the work
 * changes only documents.
 */
export function proofOf({ proof, checks, readOnly = false }: Proving): ProofState {
  if (proof === null) return "none";
  // Compares the commands, because a run of another check proves nothing about this one.
  if (!checksOn(proof, checks).every(({ command }, at) => proof.runs[at]?.command === command))
    return "incomplete";
  if (proof.runs.every(hasPassed)) return "passed";
  return readOnly && proof.documents && failSame(proof.runs, proof.base) ? "excused" : "failed";
}

/**
 * Returns the latest results of the checks: on the merge with the integration branch if they ran there, else on the
 * work alone.
 */
export function latestRuns({
  proof,
  landing,
  refutation,
}: Pick<CommissionRecord, "proof" | "landing" | "refutation">): readonly CheckResult[] {
  if (landing !== null && landing.runs.length > 0) return landing.runs;
  return (proof ?? refutation)?.runs ?? [];
}

/**
 * Returns the git tree that is checked, and committed if the checks pass. It contains a document about the
 * commission, unless an older release recorded the work.
 */
export function finishedTree(proof: Pick<Proof, "tree" | "snapshot"> | null): string | null {
  return proof?.tree ?? proof?.snapshot ?? null;
}

/**
 * Returns the checks to run. For work that changed nothing, the project's own checks are left out, because they say
 * nothing about it.
 */
export function checksOn(
  { changed }: Pick<Proof, "changed">,
  checks: readonly AcceptanceCheck[],
): readonly AcceptanceCheck[] {
  return changed ? checks : checks.filter(({ from }) => from === "commission");
}

/**
 * Whether something fails in `runs`, and all of it also fails in `others`. Only the project's own checks count, because
 * a check that the commission asked for is expected to fail without the work.
 */
export function failSame(runs: readonly CheckResult[], others: readonly CheckResult[]): boolean {
  const failed = runs.filter((run) => !hasPassed(run));
  const isSame = ({ command, from }: CheckResult) =>
    from === "project" && others.some((other) => other.command === command && !hasPassed(other));
  return failed.length > 0 && failed.every(isSame);
}

/**
 * Whether the work is done but its checks are not. If so, the next workbench runs all of them and begins no
 * session.
 */
export function owesChecks(record: Pick<CommissionRecord, "submission" | "proof" | "checks">): boolean {
  if (record.checks.length === 0) return false;
  const state = proofOf(record);
  return state === "incomplete" || (state === "none" && record.submission?.refuted === false);
}

/** Says in a sentence which checks failed; "" if none did. */
export function describeFailures({ runs }: Pick<Proof, "runs">): string {
  const failed = runs.filter((run) => !hasPassed(run));
  if (failed.length === 0) return "";
  const told = failed.map((run) => {
    const { command, exitCode, timedOut } = run;
    const how = timedOut ? "took too long" : exitCode === null ? "was ended" : `ended with ${exitCode}`;
    return `${JSON.stringify(command)} ${passedWords(run) ?? how}`;
  });
  return `${failed.length === 1 ? "A check" : `${failed.length} checks`} failed: ${told.join("; ")}.`;
}

/**
 * Returns the end of the session whose work already counts as done; `null` if there is no such work and a
 * session must run.
 */
export function finishedBefore(
  record: Pick<CommissionRecord, "submission" | "proof" | "loss">,
): SessionEnd | null {
  if (record.proof !== null) return record.proof.end;
  if (record.submission?.refuted !== false) return null;
  return { how: "died", message: record.loss?.message ?? "The process that ran it ended." };
}

/** Whether failed checks would send the work back to its worker. */
export function mayGoBack({ checks, returns }: Pick<CommissionRecord, "checks" | "returns">): boolean {
  return checks.length > 0 && returns < maxReturns;
}
