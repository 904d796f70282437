// What a guild member is asked, and by which name its job is found again.
import type { AcceptedRequest } from "../contract/commission.ts";
import { type CommissionId, commissionId } from "../contract/ids.ts";
import type { DetailedJob, DispatchParams } from "../contract/worker-protocol.ts";
import { workPrompt } from "./work-prompt.ts";
import type { Dossier, MemberJob } from "./state.ts";

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
export function jobDescription({ title }: Pick<AcceptedRequest, "title">, hallCommission: string): string {
  return `${title} [${hallCommission}]`;
}

/** By which name a job of this description was sent, and for which commission; null: by none of a hall's. */
export function sentAs(description: string): { id: CommissionId; hallCommission: string } | null {
  const [, hallCommission = "", start] = /\[((\S{36})(?:-\d+)?)\]$/.exec(description) ?? [];
  const id = commissionId.safeParse(start);
  return id.success ? { id: id.data, hallCommission } : null;
}

export function jobOrder(
  record: Pick<Dossier, "request" | "limits" | "turns">,
  name: string,
): DispatchParams {
  const { request, limits, turns } = record;
  const { model } = request.config;
  return {
    description: jobDescription(request, name),
    task: jobTask(request),
    config: {
      hallCommission: name,
      ...(limits && { maxTurns: Math.max(1, limits.maxTurns - turns), maxBudgetUsd: limits.maxBudgetUsd }),
      ...(model !== undefined && { model }),
      ...(request.rehearsal !== null && { rehearsed: true }),
    },
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
