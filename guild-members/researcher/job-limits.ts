// Decides the limits of one job. A template author changes the defaults here.
import type { Job } from "./job.ts";

export interface JobLimits {
  maxTurns: number;
  maxBudgetUsd: number;
}

/** Not validated by real work yet. */
export const defaultLimits: JobLimits = { maxTurns: 150, maxBudgetUsd: 5 };

/**
 * Returns the limits of a job. Its config takes precedence over the commission's limits, and these over the
 * defaults. None may exceed the hall's ceiling.
 */
export function limitsOf({ config, hall }: Pick<Job, "config" | "hall">): JobLimits {
  const { limits, ceiling } = hall ?? {};
  const maxTurns = config.maxTurns ?? limits?.maxTurns ?? defaultLimits.maxTurns;
  const maxBudgetUsd = config.maxBudgetUsd ?? limits?.maxBudgetUsd ?? defaultLimits.maxBudgetUsd;
  return {
    maxTurns: Math.min(maxTurns, ceiling?.maxTurns ?? maxTurns),
    maxBudgetUsd: Math.min(maxBudgetUsd, ceiling?.maxBudgetUsd ?? maxBudgetUsd),
  };
}
