// Decides whether and when a run gets another workbench after its session or process died. No result is at stake here:
// each kind of work asks only if it has none.
import type { Course, LostBench } from "./course.ts";
import type { Ending } from "./describe-ending.ts";

export interface RetryPolicy {
  /** The most times that a run is resumed after its session or process died. */
  maxResumes: number;
  /** The most times that a run is started again after its workbench never began. */
  maxFalseStarts: number;
  /** The delays before the first, second and later retries. */
  backOffMs: readonly number[];
}

/** Whether the session was interrupted instead of ending by itself. */
export function isCut({ how }: Ending): boolean {
  return ["stopped", "lost", "died", "garbled", "storage"].includes(how);
}

/** Whether the disk could not be written, so that the record of the session is incomplete. */
export function isOfStorage(ending: Ending): ending is OfStorage {
  return ending.how === "storage" || (ending.how === "lost" && ending.storage === true);
}

type OfStorage = Extract<Ending, { how: "storage" }> | (LostBench & { storage: true });

/** Returns the delay before the next try after `resumes` earlier ones; `null` if there is no further try. */
export function resumeAfterMs(policy: RetryPolicy, resumes: number): number | null {
  return resumes >= policy.maxResumes ? null : backOff(policy, resumes);
}

/**
 * Returns the delay before the next start after `falseStarts` earlier ones; `null` if there is no further start. The
 * workbench never took its lock, so no session began and a new start repeats nothing. A workbench that hung is started
 * again only once, because each hang costs the whole timeout.
 */
export function startAfterMs(
  policy: RetryPolicy,
  { falseStarts, hung = false }: Pick<Course, "falseStarts"> & Pick<LostBench, "hung">,
): number | null {
  const most = hung ? Math.min(1, policy.maxFalseStarts) : policy.maxFalseStarts;
  return falseStarts >= most ? null : backOff(policy, falseStarts);
}

/**
 * Returns the delay before a retry after the disk could not be written. That is no fault of the work, so it is not
 * counted. Admission waits until there is space again, and the longest delay prevents rapid retries on a disk that
 * fails in other ways.
 */
export function storageAfterMs({ backOffMs }: RetryPolicy): number {
  return backOffMs.at(-1) ?? 0;
}

function backOff({ backOffMs }: RetryPolicy, times: number): number {
  return backOffMs[Math.min(times, backOffMs.length - 1)] ?? 0;
}
