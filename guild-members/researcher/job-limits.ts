// How much one job may use where its config says nothing. A template author changes the defaults here.
import type { JobConfig } from "./job.ts";

export interface JobLimits {
  maxTurns: number;
  maxBudgetUsd: number;
}

/** Not validated by real work yet. */
export const defaultLimits: JobLimits = { maxTurns: 150, maxBudgetUsd: 5 };

export function limitsOf({ maxTurns, maxBudgetUsd }: JobConfig): JobLimits {
  return {
    maxTurns: maxTurns ?? defaultLimits.maxTurns,
    maxBudgetUsd: maxBudgetUsd ?? defaultLimits.maxBudgetUsd,
  };
}
