// The worktrees that the hall has made of projects' repositories: what each is, why it is there, what prune does to it.
import { z } from "zod";
import { diskUse } from "../api/clean.ts";
import { status } from "../commission/commission.ts";
import { commissionId, projectName } from "../home/ids.ts";
import type { Route } from "../api/route.ts";
import { branchName } from "./tree.ts";

/**
 * `integration`: a project's integration branch. `in_use`: its commission goes on. `half_made`: the same, but it is not
 * whole. `kept`: its commission is over, and it was left on purpose. `left`: its commission is over, and closing it was
 * cut short. `missing`: git has it on its list, and the directory is gone. `stray`: nobody here knows it.
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

/** `close`: what is in no commit goes to the trash, the rest is on a branch. `forget`: git's entry for it goes. */
export const pruneAct = z.enum(["close", "forget", "leave"]);
export type PruneAct = z.infer<typeof pruneAct>;

export const worktreeEntry = z.object({
  project: projectName,
  path: z.string(),
  /** null: its name is not that of a commission's worktree. */
  commission: commissionId.nullable(),
  /** Of the commission; null: there is no such one. */
  status: status.nullable(),
  branch: branchName.nullable(),
  state: worktreeState,
  /** What is the case, in words. */
  why: z.string(),
  prune: pruneAct,
  /** Files that are in no commit; null: nobody looked. */
  uncommitted: z.int().nonnegative().nullable(),
  /** null: there is no directory. */
  disk: diskUse.nullable(),
});
export type WorktreeEntry = z.infer<typeof worktreeEntry>;

export const worktreeList = z.object({
  worktrees: z.array(worktreeEntry),
  /** Of all of them. */
  bytes: z.int().nonnegative(),
  /** What could not be looked at, and what needs a person. */
  problems: z.array(z.string()),
});
export type WorktreeList = z.infer<typeof worktreeList>;

export const pruneRequest = z.strictObject({ dryRun: z.boolean().default(false) });

export const pruneReport = z.object({
  dryRun: z.boolean(),
  /** What went, or would go. */
  pruned: z.array(
    worktreeEntry.extend({
      /** Where files lie that are in no commit; null: there were none, or it was a dry run. */
      trashed: z.string().nullable(),
    }),
  ),
  /** What stays, each with its reason. */
  left: z.array(worktreeEntry),
  /** Of what went. */
  bytes: z.int().nonnegative(),
  problems: z.array(z.string()),
});
export type PruneReport = z.infer<typeof pruneReport>;

export const worktreeRoutes = {
  worktrees: {
    method: "GET",
    path: "/api/v1/worktrees",
    summary: "The worktrees of all projects: whose they are, why they are there, and what they take",
    status: 200,
    response: worktreeList,
    errors: [],
  },
  worktreesPrune: {
    method: "POST",
    path: "/api/v1/worktrees/prune",
    summary:
      "Close what nobody needs and nothing would be lost with; with `dryRun` only say what that would be",
    body: pruneRequest,
    status: 200,
    response: pruneReport,
    errors: [400, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
