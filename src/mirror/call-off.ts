// Telling a guild member that a job is not wanted any more. Told until the member has answered, or for a while.
import { type Clock, sleep, stopwatch } from "../host/clock.ts";
import { findJob, jobFilter } from "../rules/jobs.ts";
import type { MemberJob } from "../rules/state.ts";
import { refusalOf } from "./ask.ts";
import type { MirrorDeps } from "./deps.ts";

const patienceMs = 60_000;
const pauseMs = 500;
/** One that was being sent when it was called off may get there a moment later. */
const mostLooks = 5;

/** Never rejects. */
export async function callOff(
  deps: Pick<MirrorDeps, "members" | "log"> & { clock: Clock },
  job: MemberJob,
  signal: AbortSignal,
): Promise<void> {
  const taken = stopwatch(deps.clock);
  for (let looks = 1; !signal.aborted && taken() < patienceMs; looks += 1) {
    const told = await tell(deps, job, signal).catch((error: unknown) => refusalOf(error) !== null);
    if (told || (told === null && looks >= mostLooks)) return;
    await sleep(deps.clock, pauseMs, signal);
  }
  const { member, hallCommission } = job;
  if (!signal.aborted)
    deps.log.error("a guild member could not be told that a job is not wanted any more", {
      member,
      hallCommission,
    });
}

/** null: there is no such job, or not yet. */
async function tell(
  { members }: Pick<MirrorDeps, "members">,
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
