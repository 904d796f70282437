// The limits of one commission, as they were granted to it and stand in its ledger.
import { z } from "zod";

/** A year. */
export const mostSeconds = 31_536_000;

/** Whole seconds. */
export const seconds = z.int().min(1).max(mostSeconds);

/** How often a commission that was cut off is resumed. */
export const maxResumes = 3;

/** How often work whose checks failed goes back to its worker. */
export const maxReturns = 1;

/** The memory of the workbench itself, with the git it runs and the packages it loads, in addition to its worker's. */
export const workbenchMemoryMb = 2048;

/** `null`, or absent as in lines of older releases: no such limit. */
const bound = z.int().positive().nullish();

export const limits = z.object({
  maxTurns: z.int(),
  maxBudgetUsd: z.number(),
  /** How long all of its sessions together may be at work. */
  maxSeconds: bound,
  memoryMb: bound,
  processes: bound,
  diskMb: bound,
  /** How many files it may add. */
  files: bound,
});
export type Limits = z.infer<typeof limits>;

/** The most that the hall allows any commission; `null` if it leaves this to the worker and the commission. */
export type Ceiling = { readonly [K in keyof Limits]?: number | null | undefined };
