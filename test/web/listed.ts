// Commissions as the list and the stream have them, for tests of what the page makes of them.
import type { ListedCommission } from "../../src/contract/api/api.ts";
import { type CommissionSummary, commissionSummary } from "../../src/contract/commission/meta.ts";

export type Given = Partial<Record<keyof CommissionSummary, unknown>>;

/** Ids are made in order of time: a higher number is a newer one. */
export function idOf(n: number): string {
  return `${String(n).padStart(8, "0")}-0000-7000-8000-000000000000`;
}

export function summary(n: number, given: Given = {}): CommissionSummary {
  return commissionSummary.parse({
    id: idOf(n),
    title: `Title ${n}`,
    worker: "researcher",
    status: "completed",
    summary: null,
    labels: [],
    createdBy: "person",
    continues: null,
    rehearsed: false,
    trust: null,
    endedBy: null,
    error: null,
    anomaly: null,
    cancelRequested: false,
    turns: 0,
    tokens: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
    contextTokens: 0,
    cost: { usd: 0, rehearsed: false },
    resumes: 0,
    openQuestions: 0,
    sandbox: null,
    createdAt: "2026-11-16T10:00:00.000Z",
    startedAt: null,
    endedAt: null,
    ...given,
  });
}

export function listed(n: number, given: Given & { waitingFor?: string | null } = {}): ListedCommission {
  const { waitingFor = null, ...rest } = given;
  return { ...summary(n, rest), waitingFor };
}
