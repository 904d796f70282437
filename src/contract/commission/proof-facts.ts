// The facts about finished work: what it is, how its checks came out, and how it merged.
import { z } from "zod";
import { sessionEnd } from "../course/session-end.ts";
import { acceptanceCheck, commandRun, oid } from "../project/tree.ts";

/** The tree that a check ran on: the work merged with the integration branch, its base, or the branch's tip. */
export const checkedTree = z.enum(["merge", "base", "tip"]);
export type CheckedTree = z.infer<typeof checkedTree>;

export const proofFacts = [
  /** The session is over and its work counts as done. The content of the worktree at this moment is what is checked. */
  z.object({
    type: z.literal("work.finished"),
    end: sessionEnd,
    /** The worktree's content as a git tree; `null` if the commission has no worktree. */
    snapshot: oid.nullable(),
    /**
     * The snapshot plus a document that records the commission. This tree is checked, and committed if the checks pass.
     */
    tree: oid.optional(),
    /** False if the snapshot equals the base. Absent without a worktree, or in lines of older releases. */
    changed: z.boolean().optional(),
    /** True if the work changed only documents under `.lore/`. */
    documents: z.boolean().optional(),
    /**
     * The part of the rehearsal's script that was not played. It is an error, unless the merge fails and the
     * worker continues.
     */
    unplayed: z.string().optional(),
  }),
  /** The worktree was moved to another commit, with the work in it, and the worker may continue. */
  z.object({ type: z.literal("tree.carried"), onto: oid }),
  /** The result of merging the finished work with the integration branch; `tree` is `null` if they conflict. */
  z.object({ type: z.literal("merge.tried"), expected: oid, tree: oid.nullable() }),
  /** An acceptance check ran. */
  z.object({
    type: z.literal("check.ran"),
    from: acceptanceCheck.shape.from,
    run: commandRun,
    /** The git tree that the check ran on; absent for a plain directory, or in a line of an older release. */
    tree: oid.optional(),
    /**
     * Absent: the check ran on the finished work. `merge`: on the work merged with the integration branch. `base`,
     * `tip`: without the work, on the commit that it began at or on the integration branch.
     */
    on: checkedTree.optional(),
    /** 2 if the check ran a second time on the same tree, because it had failed. */
    round: z.literal(2).optional(),
    /** True if the result comes from the cache, because the same check had run on the same tree before. */
    kept: z.boolean().optional(),
  }),
] as const;
