// Sends a commission to its guild member as a job. First looks for a job that was sent before, by its id or
// by the name that the hall gave it, so that no job is sent twice.
import type { Bench } from "../../../workbench/bench/bench.ts";
import type { MemberName } from "../../../contract/member/member.ts";
import { rpcCodes, type JobStatus, workerVersion } from "../../../contract/member/worker-protocol.ts";
import type { JobAccount, JobAccountOrder } from "../../../model/gateway/jobs/jobs.ts";
import { modelOf } from "../../../model/gateway/model-of.ts";
import type { WorkerHandle } from "../../../guild/members/calls/worker-handle.ts";
import { findJob, jobFilter, jobOrder, nextJobName } from "../../../rules/member/jobs.ts";
import type { MemberJob } from "../../../rules/commission/state.ts";
import { askMember, type MemberCall, isMemberFault, isUnreachable, refusalOf } from "./ask.ts";
import type { MemberEngineDeps } from "./deps.ts";

export interface TakeUp {
  bench: Bench;
  member: MemberName;
  worker: WorkerHandle;
  signal: AbortSignal;
}

export interface TakenUp {
  jobId: string;
  account: JobAccount;
}

export async function takeUp(deps: MemberEngineDeps, order: TakeUp): Promise<TakenUp> {
  const { bench, member } = order;
  const model = modelOf({ ...bench.known(), bench: bench.bench }, deps.handoff);
  // Model requests of the job wait until its account is open.
  const expected = deps.gateway.expect(member);
  try {
    const { job } = bench.known();
    const jobId = job !== null && isOurs(job, bench) ? job.jobId : await findOrSend(deps, order);
    return { jobId, account: openAccount(deps, order, { jobId, model }) };
  } finally {
    expected.done();
  }
}

function isOurs(job: MemberJob, { bench }: Bench): job is MemberJob & { jobId: string } {
  return job.jobId !== null && job.bench === bench;
}

async function findOrSend(deps: MemberEngineDeps, order: TakeUp): Promise<string> {
  const { bench, member } = order;
  const { job } = bench.known();
  const found = job && (await findAgain(deps, order, job));
  const isOurs = job?.bench === bench.bench;
  // A job of an earlier workbench that ended without a result is replaced: this workbench is there to retry it.
  const jobId =
    found && (isOurs || found.status === "running" || found.status === "completed")
      ? found.jobId
      : await send(deps, order, job && !found && job.jobId === null ? job.hallCommission : null);
  await bench.record({ type: "member.dispatched", member, jobId });
  return jobId;
}

type Found = { jobId: string; status: JobStatus } | null;

async function findAgain(deps: MemberEngineDeps, order: TakeUp, job: MemberJob): Promise<Found> {
  const { jobId, hallCommission } = job;
  if (jobId === null) return findByName(deps, order, hallCommission);
  try {
    return await ask(deps, order, (signal) => order.worker.status(jobId, signal));
  } catch (error) {
    if (refusalOf(error)?.code === rpcCodes.invalidParams) return null;
    throw error;
  }
}

async function findByName(deps: MemberEngineDeps, order: TakeUp, hallCommission: string): Promise<Found> {
  const filter = jobFilter(hallCommission);
  const { jobs } = await ask(deps, order, (signal) => order.worker.listDetailed({ filter }, signal));
  return findJob(jobs, { hallCommission }) ?? null;
}

/**
 * Sends the job and returns its id. `again`: the name of a job that was about to be sent and did not arrive; `null` for
 * a new one.
 */
async function send(deps: MemberEngineDeps, order: TakeUp, again: string | null): Promise<string> {
  const { bench, member, worker } = order;
  const hallCommission = again ?? nextJobName(bench.known());
  if (again === null) await bench.record({ type: "member.dispatching", member, hallCommission });
  const fieldsInConfig = await readsConfig(deps, order);
  const params = jobOrder(bench.known(), { name: hallCommission, fieldsInConfig });
  let tries = 0;
  return ask(deps, order, async (signal) => {
    tries += 1;
    // The answer to an earlier attempt may have been lost.
    const found = tries === 1 ? null : await findByName(deps, order, hallCommission);
    return found?.jobId ?? (await worker.dispatch(params, signal)).jobId;
  });
}

/**
 * Returns true if the member speaks the previous version of the protocol, in which the job's fields are part of its
 * config. A member that does not tell its version counts as current.
 */
async function readsConfig(deps: MemberEngineDeps, order: TakeUp): Promise<boolean> {
  try {
    const version = await ask(deps, order, (signal) => order.worker.version(signal));
    return version === workerVersion.fieldsInConfig;
  } catch (error) {
    order.signal.throwIfAborted();
    if (!isMemberFault(error) || isUnreachable(error)) throw error;
    return false;
  }
}

function ask<T>({ clock }: MemberEngineDeps, { signal }: TakeUp, call: MemberCall<T>): Promise<T> {
  return askMember({ clock, signal }, call);
}

function openAccount(
  deps: MemberEngineDeps,
  { bench, member }: TakeUp,
  { jobId, model }: Pick<TakenUp, "jobId"> & Pick<JobAccountOrder, "model">,
): JobAccount {
  const { limits, turns, budgetUsd } = bench.known();
  if (limits === null) throw new Error("It was dispatched without limits.");
  return deps.gateway.open(
    { member, jobId },
    {
      model,
      limits,
      spent: { turns, usd: budgetUsd },
      record: bench.record,
      left: () => limits.maxBudgetUsd - bench.known().budgetUsd,
    },
  );
}
