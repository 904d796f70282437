// The bounds that one commission works within, as they were granted to it and stand in its ledger.
import { z } from "zod";

/** A year. */
export const mostSeconds = 31_536_000;

/** Whole seconds. */
export const seconds = z.int().min(1).max(mostSeconds);

/** How often one that was cut off is resumed. */
export const maxResumes = 3;

/** How often work whose checks failed goes back to its worker. */
export const maxReturns = 1;

/** The memory of a workbench itself, with the git it runs and the packages it loads, beside its worker's. */
export const workbenchMemoryMb = 2048;

/** Null, or absent as in lines of older releases: no such bound. */
const bound = z.int().positive().nullish();

export const limits = z.object({
  maxTurns: z.int(),
  maxBudgetUsd: z.number(),
  /** How long its sessions may be at work, all of them together. */
  maxSeconds: bound,
  memoryMb: bound,
  processes: bound,
  diskMb: bound,
  /** How many files it may add. */
  files: bound,
});
export type Limits = z.infer<typeof limits>;

/** What the hall allows any commission; null: it leaves this to the worker and the commission. */
export type Ceiling = { readonly [K in keyof Limits]?: number | null | undefined };
