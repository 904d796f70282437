// The work in progress in a project, and the files on which commissions may collide.
import { z } from "zod";
import { commissionId } from "../home/ids.ts";
import { branchName } from "./tree.ts";

export const branchInFlight = z.object({
  commission: commissionId,
  branch: branchName,
  /** How many files the commission has changed so far; `null` if that is unknown, as before its worktree exists. */
  changed: z.int().nonnegative().nullable(),
});
export type BranchInFlight = z.infer<typeof branchInFlight>;

/** A file that several commissions change: the one that finishes last may have a merge conflict. */
export const overlap = z.object({
  path: z.string(),
  /** Oldest first. */
  commissions: z.array(commissionId),
});
export type Overlap = z.infer<typeof overlap>;

export const inFlight = z.object({
  /** Branches of commissions that have not ended, oldest first. */
  branches: z.array(branchInFlight),
  /** Sorted by path; only the first ones if there are many. */
  overlaps: z.array(overlap),
});
export type InFlight = z.infer<typeof inFlight>;
