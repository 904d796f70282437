// How much one job may use, and what stands where its config says nothing. A template author changes the defaults here.
import type { JobConfig } from "./job.ts";

export interface JobLimits {
  maxTurns: number;
  maxBudgetUsd: number;
}

/** Not validated by real work yet. */
export const defaultLimits: JobLimits = { maxTurns: 150, maxBudgetUsd: 5 };
export const highestLimits: JobLimits = { maxTurns: 1000, maxBudgetUsd: 100 };

export function limitsOf(config: JobConfig): JobLimits {
  return {
    maxTurns: Math.min(config.maxTurns ?? defaultLimits.maxTurns, highestLimits.maxTurns),
    maxBudgetUsd: Math.min(config.maxBudgetUsd ?? defaultLimits.maxBudgetUsd, highestLimits.maxBudgetUsd),
  };
}
