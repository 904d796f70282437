// Runs one job at a guild member, from its dispatch to its result, and records what it reports as facts.
import type { Bench } from "../../../workbench/bench/bench.ts";
import type { SessionEnd } from "../../../contract/course/session-end.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import { Fault } from "../../../contract/api/problem.ts";
import type { JobStatusReply } from "../../../contract/member/worker-protocol.ts";
import { sleep, stopwatch } from "../../../host/clock.ts";
import { isDecisive, jobEnd } from "../../../rules/member/job-end.ts";
import { jobNews, namesIn, resultFact } from "../../../rules/member/job-news.ts";
import { askMember, refusalOf } from "./ask.ts";
import { callOff } from "./call-off.ts";
import type { MemberEngineDeps, Orders } from "./deps.ts";
import { fetchArtifacts } from "./fetch-artifacts.ts";
import { createPace } from "./pace.ts";
import { type TakenUp, takeUp, type TakeUp } from "./take-up.ts";

const pollMs = 1000;
/**
 * How long a job may continue after the gateway has cut it off from the model. Its session should end by
 * itself.
 */
const condemnedMs = 15_000;

export interface JobRun {
  bench: Bench;
  member: MemberName;
  signal: AbortSignal;
  orders: Pick<Orders, "background" | "leave">;
}

export async function runJob(deps: MemberEngineDeps, run: JobRun): Promise<SessionEnd> {
  const { member } = run;
  const worker = await deps.members.worker(member);
  if (worker === null) throw new Fault("member", `There is no guild member "${member}" that takes work.`);
  // A member that a person has stopped is not started again just to be asked about the job.
  const signal = AbortSignal.any([run.signal, deps.members.stopped(member)]);
  const at: AtMember = { ...run, worker, signal };
  const { jobId, account } = await takeUp(deps, at);
  try {
    const last = await untilOver(deps, at, { jobId, account });
    if (last.status === "completed") await takeResult(deps, at, jobId);
    // The account is closed first, so that the job's model requests are on record before the end of its
    // session.
    await account.close();
    return jobEnd({
      member,
      last,
      verdict: account.verdict(),
      unplayed: account.unplayed(),
      used: run.bench.known(),
    });
  } finally {
    await account.leave();
  }
}

type AtMember = JobRun & TakeUp;

async function untilOver(deps: MemberEngineDeps, at: AtMember, job: TakenUp): Promise<JobStatusReply> {
  const { bench, signal } = at;
  const hears = createPace(deps.clock);
  let condemned: (() => number) | null = null;
  for (;;) {
    const status = await askStatus(deps, at, job.jobId);
    const isOver = status.status !== "running";
    for (const fact of jobNews(bench.known(), status)) if (isOver || hears(fact)) await bench.record(fact);
    if (isOver) return status;
    condemned = isDecisive(job.account.verdict()) ? (condemned ?? stopwatch(deps.clock)) : null;
    if (condemned !== null && condemned() > condemnedMs) return abandon(deps, at, status);
    await sleep(deps.clock, pollMs, signal);
    signal.throwIfAborted();
  }
}

function abandon(
  deps: MemberEngineDeps,
  { bench, orders }: AtMember,
  status: JobStatusReply,
): JobStatusReply {
  const { job } = bench.known();
  if (job !== null) void orders.background(callOff(deps, job, orders.leave));
  return status;
}

async function askStatus(deps: MemberEngineDeps, at: AtMember, jobId: string): Promise<JobStatusReply> {
  const { worker, signal, member } = at;
  try {
    return await askMember({ clock: deps.clock, signal }, (each) => worker.status(jobId, each));
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal === null) throw error;
    const message = `Guild member "${member}" does not know job ${jobId} any more: ${refusal.message}`;
    throw new Fault("member", message, { cause: error });
  }
}

/** Records the result even if some of its files could not be fetched: they may still be at the member. */
async function takeResult(deps: MemberEngineDeps, at: AtMember, jobId: string): Promise<void> {
  const { bench, worker, member, signal } = at;
  const result = await askMember({ clock: deps.clock, signal }, (each) => worker.result(jobId, each));
  const { layout } = bench;
  const files = await fetchArtifacts(deps, { layout, worker, member, jobId, names: namesIn(result), signal });
  const fact = resultFact(result, files);
  if (fact !== null) await bench.record(fact);
  signal.throwIfAborted();
}
