// Cancels a guild member's job that is no longer wanted. Retries until the member has answered, for up to a
// minute.
import { rpcCodes, workerLimits } from "../../../contract/member/worker-protocol.ts";
import { type Clock, sleep, stopwatch } from "../../../host/clock.ts";
import { findJob, jobFilter } from "../../../rules/member/jobs.ts";
import type { MemberJob } from "../../../rules/commission/state.ts";
import { refusalOf } from "./ask.ts";
import type { MemberEngineDeps } from "./deps.ts";

const patienceMs = 60_000;
const pauseMs = 500;
/**
 * How long to look for a job that the member does not list. A job that was being sent when it was cancelled may still
 * arrive within the time that a member may take to answer.
 */
const looksMs = workerLimits.callMs + 5000;

/** Tells the member to cancel the job, and retries. Never rejects: a failure is only logged. */
export async function callOff(
  deps: Pick<MemberEngineDeps, "members" | "log"> & { clock: Clock },
  job: MemberJob,
  signal: AbortSignal,
): Promise<void> {
  const taken = stopwatch(deps.clock);
  while (!signal.aborted && taken() < patienceMs) {
    const told = await tell(deps, job, signal).catch(isNoJob);
    if (told || (told === null && taken() >= looksMs)) return;
    await sleep(deps.clock, pauseMs, signal);
  }
  const { member, hallCommission } = job;
  if (!signal.aborted)
    deps.log.error("a guild member could not be told to cancel a job", {
      member,
      hallCommission,
    });
}

/**
 * Returns true if the member does not know the job or the method, so that nothing is left to cancel. After any other
 * error, such as a full disk at the member, the member is asked again.
 */
function isNoJob(error: unknown): boolean {
  const code = refusalOf(error)?.code;
  return code === rpcCodes.invalidParams || code === rpcCodes.unknownMethod;
}

/** Tells the member to cancel the job. Returns `null` if the member has no such job, or not yet. */
async function tell(
  { members }: Pick<MemberEngineDeps, "members">,
  { member, hallCommission, jobId: known }: MemberJob,
  signal: AbortSignal,
): Promise<true | null> {
  const worker = await members.worker(member);
  if (worker === null) return true;
  const filter = jobFilter(hallCommission);
  const jobId =
    known ?? findJob((await worker.listDetailed({ filter }, signal)).jobs, { hallCommission })?.jobId;
  if (jobId === undefined) return null;
  await worker.cancel(jobId, signal);
  return true;
}
