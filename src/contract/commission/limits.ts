// The limits of one commission, as the hall granted them and as its ledger records them.
import { z } from "zod";

/** A year. */
export const mostSeconds = 31_536_000;

/** Whole seconds. */
export const seconds = z.int().min(1).max(mostSeconds);

/** The most times that a commission is resumed after its session or process died. */
export const maxResumes = 3;

/** The most times that work is returned to its worker because checks failed. */
export const maxReturns = 1;

/**
 * The memory limit of the workbench process itself, with the git commands it runs and the packages it loads. Its worker
 * has a limit of its own.
 */
export const workbenchMemoryMb = 2048;

/** `null`, or absent as in lines of older releases, means that there is no such limit. */
const bound = z.int().positive().nullish();

export const limits = z.object({
  maxTurns: z.int(),
  maxBudgetUsd: z.number(),
  /** How long all sessions of the commission together may be at work. */
  maxSeconds: bound,
  memoryMb: bound,
  processes: bound,
  diskMb: bound,
  /** How many files and directories the commission may add. */
  files: bound,
});
export type Limits = z.infer<typeof limits>;

/**
 * The highest limits that the hall allows any commission; `null` if it leaves a limit to the worker and the commission.
 */
export type Ceiling = { readonly [K in keyof Limits]?: number | null | undefined };
