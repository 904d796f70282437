// What is being worked on in a project at the moment, and where commissions may come into each other's way.
import { z } from "zod";
import { commissionId } from "../home/ids.ts";
import { branchName } from "./tree.ts";

export const branchInFlight = z.object({
  commission: commissionId,
  branch: branchName,
  /** How many files it changes so far; null: that could not be found out, as before its worktree is made. */
  changed: z.int().nonnegative().nullable(),
});
export type BranchInFlight = z.infer<typeof branchInFlight>;

/** A file that several commissions change: whoever of them finishes last may meet a conflict. */
export const overlap = z.object({
  path: z.string(),
  /** Oldest first. */
  commissions: z.array(commissionId),
});
export type Overlap = z.infer<typeof overlap>;

export const inFlight = z.object({
  /** Of commissions that go on, oldest first. */
  branches: z.array(branchInFlight),
  /** By path; the first of them, where there are many. */
  overlaps: z.array(overlap),
});
export type InFlight = z.infer<typeof inFlight>;
