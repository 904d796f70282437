// Maps each ending of a session to what happens next: the table in docs/internals/exits.md as a function that is
// defined for every case.
import { isTooMuch } from "../limits/breach.ts";
import { describeEnding, type Ending } from "../course/describe-ending.ts";
import { decideUnfinished } from "./exit-unfinished.ts";
import {
  approvalOf,
  cancelled,
  type Case,
  completed,
  type Exit,
  type ExitPolicy,
  failed,
  goBack,
  oddity,
  resumeOr,
  startAgainOr,
  stoppedByPerson,
  waitForApproval,
  waitToLand,
} from "./exits.ts";
import { landingOf } from "../checks/landing.ts";
import { isCut, isOfStorage } from "../course/retry.ts";
import { isFinished, owesChecks, proofOf } from "../checks/proof.ts";
import type { CommissionRecord, Landing, Proof } from "./state.ts";

export function decideExit(record: CommissionRecord, ending: Ending, policy: ExitPolicy): Exit {
  if (record.cancel) return cancelled(record.cancel.reason);
  if (ending.how === "rehearsal") return failed(ending, "rehearsal", ending.message);
  // This applies to sessions and to checks: without the set-up, nothing is known about the work.
  if (approvalOf(ending) !== null) return waitForApproval;
  const given = { record, ending, policy };
  if (record.landing !== null) return decideLanded(given, record.landing);
  if (record.checks.length > 0) return decideChecked(given);
  if (record.submission)
    return completed(record, { endedBy: ending.how, anomaly: oddity(ending), trust: "claimed" });
  return decideUnfinished(given);
}

/** Decides for a commission that has checks: the worker's claim alone is not enough. */
function decideChecked(given: Case): Exit {
  const { record, ending } = given;
  const state = proofOf(record);
  if (record.proof !== null && (state === "passed" || state === "excused" || state === "failed"))
    return decideProved(given, record.proof);
  // The session exceeded its disk or file limit, so its work is not merged and need not be checked.
  if (isTooMuch(ending) && record.submission)
    return completed(record, { endedBy: ending.how, anomaly: oddity(ending), trust: "refuted" });
  if (owesChecks(record) || isFinished(record, ending)) return checkAgain(given);
  return afterRefutation(record, decideUnfinished(given));
}

/** Decides after all checks have run. How the workbench ended after that does not matter. */
function decideProved({ record, policy }: Case, proof: Proof): Exit {
  const how = { endedBy: proof.end.how, anomaly: oddity(proof.end) };
  const state = proofOf(record);
  // Work that changed nothing has nothing to verify.
  if (state === "passed") return completed(record, { ...how, trust: proof.changed ? "verified" : "claimed" });
  if (state === "excused") return completed(record, { ...how, trust: "claimed" });
  const canGoBack = proof.end.how === "normal" && record.returns < policy.maxReturns;
  return canGoBack
    ? { next: "resume", cause: "refuted", afterMs: 0 }
    : completed(record, { ...how, trust: "refuted" });
}

/**
 * Decides for work that passed its checks alone: the checks of its merge with the integration branch decide what
 * follows.
 */
function decideLanded(given: Case, landing: Landing): Exit {
  const { record, ending, policy } = given;
  const { proof } = record;
  const state = landingOf(record);
  const isConflict = landing.tried !== null && landing.tried.tree === null;
  if (
    proof === null ||
    ending.how !== "checked" ||
    (state === "untried" && !isConflict) ||
    state === "incomplete"
  )
    return checkAgain(given);
  const how = { endedBy: proof.end.how, anomaly: oddity(proof.end) };
  const isVerified = proofOf(record) === "passed" && (state === "passed" || isConflict);
  if (state === "passed" || state === "excused" || isConflict)
    return completed(record, { ...how, trust: isVerified ? "verified" : "claimed" });
  if (state === "red") return waitToLand;
  return proof.end.how === "normal" && record.returns < policy.maxReturns
    ? { next: "resume", cause: "merge", afterMs: 0 }
    : completed(record, { ...how, trust: "refuted" });
}

/**
 * Decides for work that is done but whose checks were interrupted: another workbench runs them, as long as retries are
 * left.
 */
function checkAgain(given: Case): Exit {
  const { record, ending, policy } = given;
  if (record.stopRequested && isCut(ending)) return stoppedByPerson;
  if (isOfStorage(ending)) return goBack(policy);
  const unproved = completed(record, {
    endedBy: (record.proof?.end ?? ending).how,
    anomaly: `Its checks could not be run to their end: ${describeEnding(ending)}`,
    trust: "refuted",
  });
  // The same set-up command would fail again on the same work.
  if (ending.how === "setup") return unproved;
  return ending.how === "lost" && !ending.began
    ? startAgainOr({ record, ending, policy }, unproved)
    : resumeOr(given, unproved);
}

/**
 * Turns a failure after a refutation into a completed, refuted commission: work was submitted, even if the worker could
 * not repair it.
 */
function afterRefutation(record: CommissionRecord, exit: Exit): Exit {
  if (record.refutation === null || exit.next !== "end" || exit.outcome.status !== "failed") return exit;
  const { endedBy, message: anomaly } = exit.outcome;
  return completed(record, { endedBy, anomaly, trust: "refuted" });
}
