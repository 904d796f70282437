// The part of a project's repository that one commission works on: its branch, its worktree, and their outcome.
import { z } from "zod";
import { seconds } from "../commission/limits.ts";
import { projectName } from "../home/ids.ts";

/** A git object id. */
export const oid = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "expected the name of a git object");

/** How much of the repository is checked out: `.lore/` alone, or all of it. */
export const checkout = z.enum(["sparse", "full"]);
export type Checkout = z.infer<typeof checkout>;

/** Git's own rules for branch names, and stricter: no characters that mean something to a shell or a terminal. */
export const branchName = z
  .string()
  .max(200)
  .regex(
    /^(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)|@\{))[A-Za-z0-9_][\w./@+-]*(?<![./])$/,
    "expected the name of a branch",
  );

/** The branches that the hall creates in a repository. */
export const defaultIntegration = "claude/main";
export const commissionBranch = (id: string): string => `claude/commission/${id}`;

/** The branch of a commission and the commit that it starts at, decided when it is first dispatched. */
export const treePlan = z.object({
  project: projectName,
  /** The repository's own git directory. */
  repository: z.string(),
  /** Its own branch. */
  branch: branchName,
  /** The commit that its branch starts at. */
  base: oid,
  /** The integration branch, which its work goes to. */
  into: branchName,
  checkout,
});
export type TreePlan = z.infer<typeof treePlan>;

/** A command that decides whether the work is done. */
export const acceptanceCheck = z.object({
  command: z.string(),
  timeoutSeconds: seconds,
  /** The origin of the check: the project's settings, or this commission. */
  from: z.enum(["project", "commission"]),
});
export type AcceptanceCheck = z.infer<typeof acceptanceCheck>;

/** The limit that a command exceeded, and how much it allows: megabytes, or files. */
export const passedLimit = z.object({ limit: z.enum(["memory", "disk", "files"]), most: z.int() });
export type PassedLimit = z.infer<typeof passedLimit>;

/** The outcome of a command that was run on the work. */
export const commandRun = z.object({
  command: z.string(),
  /** `null` if it was killed, by a limit or from outside. */
  exitCode: z.int().nullable(),
  timedOut: z.boolean(),
  /** The limit that it was killed for; absent if none. */
  passed: passedLimit.optional(),
  /** The end of what it printed, if that was long. */
  output: z.string(),
  /** Whether the beginning of the output is missing. */
  cut: z.boolean(),
  ms: z.int().nonnegative(),
});
export type CommandRun = z.infer<typeof commandRun>;

/** The outcome of one acceptance check. */
export const checkResult = commandRun.extend({
  from: acceptanceCheck.shape.from,
  /** When it had finished; `null` if that is not known. */
  at: z.string().nullable().default(null),
  /** The git tree that it ran on; `null` if the work is not in a repository. */
  tree: oid.nullable().default(null),
  /** Its second run, if the first failed. A check that passes the second time is flaky, and counts as passed. */
  again: commandRun.optional(),
});
export type CheckResult = z.infer<typeof checkResult>;

/**
 * The outcome of a branch. `merged`: it is one commit on the integration branch. `conflict`: it could not be merged,
 * and is kept. `kept`: it was not meant to be merged. `unchanged`: there was nothing to keep.
 */
export const branchState = z.enum(["open", "merged", "conflict", "kept", "unchanged"]);
export type BranchState = z.infer<typeof branchState>;

/** The outcome of a finished branch and worktree. */
export const treeOutcome = z.object({
  state: branchState.exclude(["open"]),
  /** The last commit of its branch; `null` if there was nothing to commit. */
  tip: oid.nullable(),
  /** The branch; `null` if it is gone, because all of it is on the integration branch or it held nothing. */
  branch: branchName.nullable(),
  /** The commit on the integration branch, if it was merged. */
  commit: oid.nullable(),
  /** Paths that could not be merged. */
  conflicts: z.array(z.string()),
  /** The directory that files outside the commit were moved to, such as ignored ones; `null` if there were none. */
  trashed: z.string().nullable(),
  /** Whether the worktree still exists. */
  keptWorktree: z.boolean(),
});
export type TreeOutcome = z.infer<typeof treeOutcome>;
