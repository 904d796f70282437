// What the hall sends to a guild member for a job, and the name by which it finds the job again.
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import { type CommissionId, commissionId } from "../../contract/home/ids.ts";
import {
  type DetailedJob,
  type DispatchParams,
  type JobMeta,
  jobMetaKey,
} from "../../contract/member/worker-protocol.ts";
import { workPrompt } from "../prompt/work-prompt.ts";
import type { CommissionRecord, MemberJob } from "../commission/state.ts";

/** Returns the task for the worker at the member, with what is known of earlier attempts. */
export function jobTask(request: AcceptedRequest): string {
  const more = workPrompt({ request, tree: null, checks: [] });
  return more === "" ? request.task : `${request.task}\n\n${more}`;
}

/** Names the first job by the commission's id, and later ones by that id and a number. */
export function nextJobName({ request, job }: Pick<CommissionRecord, "request" | "job">): string {
  if (job === null) return request.id;
  const number = Number(/-(\d+)$/.exec(job.hallCommission.slice(request.id.length))?.[1] ?? 1);
  return `${request.id}-${number + 1}`;
}

/** Puts the name into the description, because that is the only thing every member can search by. */
function jobDescription({ title }: Pick<AcceptedRequest, "title">, hallCommission: string): string {
  return `${title} [${hallCommission}]`;
}

/** Returns the name and the commission that a job of this description was sent for; `null` if no hall sent it. */
export function sentAs(description: string): { id: CommissionId; hallCommission: string } | null {
  const [, hallCommission = "", start] = /\[((\S{36})(?:-\d+)?)\]$/.exec(description) ?? [];
  const id = commissionId.safeParse(start);
  return id.success ? { id: id.data, hallCommission } : null;
}

type Order = Pick<CommissionRecord, "request" | "limits" | "turns">;

export interface JobCall {
  /** The name by which the job is found again. */
  name: string;
  /** The member speaks protocol version 1, which reads the hall's fields from `config`. */
  fieldsInConfig: boolean;
}

/** `config` holds only what the person gave. */
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
  const { model } = request.config;
  const ceiling = ceilingOf(record);
  return {
    commission: name,
    ...(request.rehearsal !== null && { rehearsed: true }),
    ...(model !== undefined && { model }),
    ...askedOf(record, ceiling),
    ...(ceiling && { ceiling }),
  };
}

/** Subtracts the turns that earlier jobs of the commission took. */
function ceilingOf({ limits, turns }: Order): JobMeta["ceiling"] | null {
  if (limits === null) return null;
  const { maxTurns, maxBudgetUsd, maxSeconds } = limits;
  return { maxTurns: Math.max(1, maxTurns - turns), maxBudgetUsd, ...(maxSeconds ? { maxSeconds } : {}) };
}

/** Leaves out limits that the request does not set: the member's own limits are its defaults. */
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

/** Returns `config` in the form of protocol version 1, including what the person gave. */
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

/** No character of a name is special in a filter. */
export function jobFilter(hallCommission: string): string {
  return `*${hallCommission}*`;
}

const preference = ["running", "completed", "failed", "cancelled"];

/** Picks the job with exactly this name, because a filter also matches later jobs. A running duplicate wins. */
export function findJob(jobs: readonly DetailedJob[], { hallCommission }: Pick<MemberJob, "hallCommission">) {
  return jobs
    .filter(({ description }) => description.endsWith(`[${hallCommission}]`))
    .sort((a, b) => preference.indexOf(a.status) - preference.indexOf(b.status))[0];
}
