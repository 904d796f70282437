// The worktrees that the hall has created from projects' repositories: the state of each, and what `prune`
// does to it. Prune removes the worktrees that are no longer needed.
import { z } from "zod";
import { diskUse } from "../api/clean.ts";
import { status } from "../commission/commission.ts";
import { commissionId, projectName } from "../home/ids.ts";
import type { Route } from "../api/route.ts";
import { branchName } from "./tree.ts";

/**
 * `integration`: it holds a project's integration branch. `in_use`: its commission has not ended. `half_made`: its
 * commission has not ended, and the worktree is incomplete. `kept`: its commission has ended, and the worktree was left
 * on purpose or could not be closed. `left`: its commission has ended, and closing the worktree was interrupted.
 * `missing`: git lists it, but the directory is gone. `stray`: it belongs to no commission of this hall.
 */
export const worktreeState = z.enum([
  "integration",
  "in_use",
  "half_made",
  "kept",
  "left",
  "missing",
  "stray",
]);
export type WorktreeState = z.infer<typeof worktreeState>;

/**
 * The action of prune on a worktree. `close`: it moves uncommitted files to the trash and removes the worktree, whose
 * other files are on a branch. `forget`: it removes git's entry for a worktree whose directory is gone. `leave`: it
 * does nothing.
 */
export const pruneAct = z.enum(["close", "forget", "leave"]);
export type PruneAct = z.infer<typeof pruneAct>;

export const worktreeEntry = z.object({
  project: projectName,
  path: z.string(),
  /** The commission, by the name of the directory; `null` if the name is not that of a commission's worktree. */
  commission: commissionId.nullable(),
  /** Status of the commission; `null` if there is no such commission. */
  status: status.nullable(),
  branch: branchName.nullable(),
  state: worktreeState,
  /** A sentence that explains the state. */
  why: z.string(),
  prune: pruneAct,
  /** Files that are in no commit; `null` if they were not counted. */
  uncommitted: z.int().nonnegative().nullable(),
  /** Its disk use; `null` if there is no directory. */
  disk: diskUse.nullable(),
});
export type WorktreeEntry = z.infer<typeof worktreeEntry>;

export const worktreeList = z.object({
  worktrees: z.array(worktreeEntry),
  /** The sum over all worktrees. */
  bytes: z.int().nonnegative(),
  /** Worktrees that could not be examined, or that need a person. */
  problems: z.array(z.string()),
});
export type WorktreeList = z.infer<typeof worktreeList>;

export const pruneRequest = z.strictObject({ dryRun: z.boolean().default(false) });

export const pruneReport = z.object({
  dryRun: z.boolean(),
  /** The worktrees that were, or would be, removed. */
  pruned: z.array(
    worktreeEntry.extend({
      /**
       * The directory in the trash to which uncommitted files were moved; `null` if there were none, or it was a dry
       * run.
       */
      trashed: z.string().nullable(),
    }),
  ),
  /** The worktrees that stay, each with the reason in `why`. */
  left: z.array(worktreeEntry),
  /** The size of the removed worktrees. */
  bytes: z.int().nonnegative(),
  problems: z.array(z.string()),
});
export type PruneReport = z.infer<typeof pruneReport>;

export const worktreeRoutes = {
  worktrees: {
    method: "GET",
    path: "/api/v1/worktrees",
    summary: "The worktrees of all projects: their commissions, why they exist, and how much disk they use",
    status: 200,
    response: worktreeList,
    errors: [],
  },
  worktreesPrune: {
    method: "POST",
    path: "/api/v1/worktrees/prune",
    summary:
      "Close the worktrees that no commission needs and that hold nothing unsaved; with `dryRun`, only say which",
    body: pruneRequest,
    status: 200,
    response: pruneReport,
    errors: [400, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
