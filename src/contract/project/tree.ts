// The branch and worktree in which one commission works on a project's repository, the checks of its work,
// and their outcomes.
import { z } from "zod";
import { seconds } from "../commission/limits.ts";
import { projectName } from "../home/ids.ts";

/** A git object id. */
export const oid = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "expected the name of a git object");

/** How much of the repository is checked out: `.lore/` alone, or all of it. */
export const checkout = z.enum(["sparse", "full"]);
export type Checkout = z.infer<typeof checkout>;

/** A branch name. The rules are stricter than git's: no characters that have a meaning in a shell or a terminal. */
export const branchName = z
  .string()
  .max(200)
  .regex(
    /^(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)|@\{))[A-Za-z0-9_][\w./@+-]*(?<![./])$/,
    "expected the name of a branch",
  );

/** The names of the branches that the hall creates in a repository. */
export const defaultIntegration = "claude/main";
export const commissionBranch = (id: string): string => `claude/commission/${id}`;

/** The branch of a commission and the commit that it starts at, decided when it is first dispatched. */
export const treePlan = z.object({
  project: projectName,
  /** The repository's own git directory. */
  repository: z.string(),
  /** The commission's own branch. */
  branch: branchName,
  /**
   * The commit that the branch starts at. In a commission's details, the commit that its work was last moved
   * to, if it was moved.
   */
  base: oid,
  /** The integration branch, which the work is merged to. */
  into: branchName,
  checkout,
});
export type TreePlan = z.infer<typeof treePlan>;

/** A command that decides whether the work is done. */
export const acceptanceCheck = z.object({
  command: z.string(),
  timeoutSeconds: seconds,
  /** Whether the project's settings ask for the check, or this commission. */
  from: z.enum(["project", "commission"]),
});
export type AcceptanceCheck = z.infer<typeof acceptanceCheck>;

/** The limit that a command exceeded, and its value in megabytes or files. */
export const passedLimit = z.object({ limit: z.enum(["memory", "disk", "files"]), most: z.int() });
export type PassedLimit = z.infer<typeof passedLimit>;

/** The outcome of a command, such as a check or a set-up. */
export const commandRun = z.object({
  command: z.string(),
  /** `null` if the command was killed, by a limit or from outside. */
  exitCode: z.int().nullable(),
  timedOut: z.boolean(),
  /** The limit because of which the command was killed; absent if none. */
  passed: passedLimit.optional(),
  /** The output of the command; if it was long, only its end. */
  output: z.string(),
  /** Whether the beginning of the output is missing. */
  cut: z.boolean(),
  ms: z.int().nonnegative(),
});
export type CommandRun = z.infer<typeof commandRun>;

/** The outcome of one acceptance check. */
export const checkResult = commandRun.extend({
  from: acceptanceCheck.shape.from,
  /** When the check finished; `null` if that is not known. */
  at: z.string().nullable().default(null),
  /** The git tree that the check ran on; `null` if the work is not in a repository. */
  tree: oid.nullable().default(null),
  /**
   * The second run of the check, if the first failed. A check that passes the second time is flaky, and counts as
   * passed.
   */
  again: commandRun.optional(),
});
export type CheckResult = z.infer<typeof checkResult>;

/**
 * The state of a commission's branch. `open`: the commission is not finished. `merged`: its work is one
 * commit on the integration branch. `conflict`: it could not be merged, and is kept. `kept`: it was not meant
 * to be merged, or the hall could not finish it. `unchanged`: it has no changes.
 */
export const branchState = z.enum(["open", "merged", "conflict", "kept", "unchanged"]);
export type BranchState = z.infer<typeof branchState>;

/** How the hall finished a commission's branch and worktree. */
export const treeOutcome = z.object({
  state: branchState.exclude(["open"]),
  /**
   * The last commit of the commission's branch; `null` if there was nothing to commit, or if the hall could
   * not finish the branch.
   */
  tip: oid.nullable(),
  /** The branch; `null` if it was removed, because the integration branch has all of it or it held nothing. */
  branch: branchName.nullable(),
  /** The commit on the integration branch; `null` if the branch was not merged. */
  commit: oid.nullable(),
  /** Paths that could not be merged. */
  conflicts: z.array(z.string()),
  /**
   * The directory to which uncommitted files, such as ignored ones, were moved; `null` if there were none, or
   * if the worktree was kept.
   */
  trashed: z.string().nullable(),
  /** Whether the worktree still exists. */
  keptWorktree: z.boolean(),
});
export type TreeOutcome = z.infer<typeof treeOutcome>;
