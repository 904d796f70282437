// Builds the request that the hall sends to a guild member for a job, and the name by which the hall finds the job
// again.
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import { type CommissionId, commissionId } from "../../contract/home/ids.ts";
import {
  type DetailedJob,
  type DispatchParams,
  type JobMeta,
  jobMetaKey,
} from "../../contract/member/worker-protocol.ts";
import type { CommissionRecord, MemberJob } from "../commission/state.ts";

/** Returns the task for the member, followed by what is known about earlier attempts. */
export function jobTask({ task, background }: Pick<AcceptedRequest, "task" | "background">): string {
  return background ? `${task}\n\n${background}` : task;
}

/** Names the first job by the commission's id, and later ones by that id and a number. */
export function nextJobName({ request, job }: Pick<CommissionRecord, "request" | "job">): string {
  if (job === null) return request.id;
  const number = Number(/-(\d+)$/.exec(job.hallCommission.slice(request.id.length))?.[1] ?? 1);
  return `${request.id}-${number + 1}`;
}

/**
 * Returns the job's description, which contains the job's name. The description is the only field by which
 * every member can search.
 */
function jobDescription({ title }: Pick<AcceptedRequest, "title">, hallCommission: string): string {
  return `${title} [${hallCommission}]`;
}

/**
 * Returns the commission that a job with this description was sent for, and the job's name; `null` if no hall sent the
 * job.
 */
export function sentAs(description: string): { id: CommissionId; hallCommission: string } | null {
  const [, hallCommission = "", start] = /\[((\S{36})(?:-\d+)?)\]$/.exec(description) ?? [];
  const id = commissionId.safeParse(start);
  return id.success ? { id: id.data, hallCommission } : null;
}

type Order = Pick<CommissionRecord, "request" | "limits" | "turns">;

export interface JobCall {
  /** The name by which the job is found again. */
  name: string;
  /** True if the member implements protocol version 1, which reads the hall's fields from `config`. */
  fieldsInConfig: boolean;
}

/** Returns the parameters of `worker/dispatch`. For protocol version 2, `config` holds only the person's settings. */
export function jobOrder(record: Order, { name, fieldsInConfig }: JobCall): DispatchParams {
  const { request } = record;
  const config = fieldsInConfig ? olderConfig(record, name) : request.memberConfig;
  return {
    description: jobDescription(request, name),
    task: jobTask(request),
    ...(config !== undefined && { config }),
    _meta: { [jobMetaKey]: jobMetaOf(record, name) },
  };
}

function jobMetaOf(record: Order, name: string): JobMeta {
  const { request } = record;
  const model = request.model === undefined ? request.config.model : (request.model.name ?? undefined);
  const ceiling = ceilingOf(record);
  return {
    commission: name,
    ...(request.rehearsal !== null && { rehearsed: true }),
    ...(model !== undefined && { model }),
    ...askedOf(record, ceiling),
    ...(ceiling && { ceiling }),
  };
}

/** Returns the upper bounds for the job: the commission's limits, less the turns that its earlier jobs took. */
function ceilingOf({ limits, turns }: Order): JobMeta["ceiling"] | null {
  if (limits === null) return null;
  const { maxTurns, maxBudgetUsd, maxSeconds } = limits;
  return { maxTurns: Math.max(1, maxTurns - turns), maxBudgetUsd, ...(maxSeconds ? { maxSeconds } : {}) };
}

/** Returns the limits that the request sets. The others are left out, because the member has its own defaults. */
function askedOf(
  { request: { config } }: Order,
  ceiling: JobMeta["ceiling"] | null,
): Pick<JobMeta, "limits"> {
  const names = ["maxTurns", "maxBudgetUsd", "maxSeconds"] as const;
  const limits = Object.fromEntries(
    names.flatMap((name) => (config[name] === undefined || !ceiling?.[name] ? [] : [[name, ceiling[name]]])),
  );
  return Object.keys(limits).length === 0 ? {} : { limits };
}

/** Returns `config` as protocol version 1 expects it: the hall's fields together with the person's settings. */
function olderConfig(record: Order, name: string): Record<string, unknown> {
  const { rehearsed, model, ceiling } = jobMetaOf(record, name);
  return {
    ...(ceiling && { maxTurns: ceiling.maxTurns, maxBudgetUsd: ceiling.maxBudgetUsd }),
    ...(model !== undefined && { model }),
    ...record.request.memberConfig,
    hallCommission: name,
    ...(rehearsed && { rehearsed }),
  };
}

/** Returns a filter that finds the job by its name. No character of a name has a special meaning in a filter. */
export function jobFilter(hallCommission: string): string {
  return `*${hallCommission}*`;
}

const preference = ["running", "completed", "failed", "cancelled"];

/**
 * Picks the job with exactly this name, because a filter also matches later jobs of the commission. Prefers a
 * running job if several have the name.
 */
export function findJob(jobs: readonly DetailedJob[], { hallCommission }: Pick<MemberJob, "hallCommission">) {
  return jobs
    .filter(({ description }) => description.endsWith(`[${hallCommission}]`))
    .sort((a, b) => preference.indexOf(a.status) - preference.indexOf(b.status))[0];
}
