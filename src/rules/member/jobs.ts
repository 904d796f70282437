// What a guild member is asked, and by which name its job is found again.
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import { type CommissionId, commissionId } from "../../contract/home/ids.ts";
import {
  type DetailedJob,
  type DispatchParams,
  type JobMeta,
  jobMetaKey,
} from "../../contract/member/worker-protocol.ts";
import { workPrompt } from "../prompt/work-prompt.ts";
import type { Dossier, MemberJob } from "../commission/state.ts";

/** What the worker at the member is to do: the task, and what is known of earlier attempts. */
export function jobTask(request: AcceptedRequest): string {
  const more = workPrompt({ request, tree: null, checks: [] });
  return more === "" ? request.task : `${request.task}\n\n${more}`;
}

/** Of the first job the commission's id, of later ones that with a number. */
export function nextJobName({ request, job }: Pick<Dossier, "request" | "job">): string {
  if (job === null) return request.id;
  const number = Number(/-(\d+)$/.exec(job.hallCommission.slice(request.id.length))?.[1] ?? 1);
  return `${request.id}-${number + 1}`;
}

/** The name stands in the description, since that is all that a list can be searched by at any member. */
function jobDescription({ title }: Pick<AcceptedRequest, "title">, hallCommission: string): string {
  return `${title} [${hallCommission}]`;
}

/** By which name a job of this description was sent, and for which commission; null: by none of a hall's. */
export function sentAs(description: string): { id: CommissionId; hallCommission: string } | null {
  const [, hallCommission = "", start] = /\[((\S{36})(?:-\d+)?)\]$/.exec(description) ?? [];
  const id = commissionId.safeParse(start);
  return id.success ? { id: id.data, hallCommission } : null;
}

type Order = Pick<Dossier, "request" | "limits" | "turns">;

export interface JobCall {
  /** By which the job is found again. */
  name: string;
  /** The member is of the release before, and reads the hall's fields out of `config`. */
  fieldsInConfig: boolean;
}

/** `config` is what the person gave, and nothing else. */
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

/** Turns that earlier jobs of the commission took are gone. */
function ceilingOf({ limits, turns }: Order): JobMeta["ceiling"] | null {
  if (limits === null) return null;
  const { maxTurns, maxBudgetUsd, maxSeconds } = limits;
  return { maxTurns: Math.max(1, maxTurns - turns), maxBudgetUsd, ...(maxSeconds ? { maxSeconds } : {}) };
}

/** A limit that the request does not name is left to the member: its own limits are its defaults. */
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

/** As the release before sent it, with what the person gave. */
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

/** Any character of a name stands for itself in a filter. */
export function jobFilter(hallCommission: string): string {
  return `*${hallCommission}*`;
}

const preference = ["running", "completed", "failed", "cancelled"];

/** A filter also finds the later jobs of the same commission. Of two that were made for one name, the livelier. */
export function findJob(jobs: readonly DetailedJob[], { hallCommission }: Pick<MemberJob, "hallCommission">) {
  return jobs
    .filter(({ description }) => description.endsWith(`[${hallCommission}]`))
    .sort((a, b) => preference.indexOf(a.status) - preference.indexOf(b.status))[0];
}
