// The part of a project's repository that one commission works on: its branch, its worktree, and what became of them.
import { z } from "zod";
import { seconds } from "../commission/limits.ts";
import { projectName } from "../home/ids.ts";

/** The name of an object of git. */
export const oid = z.string().regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/, "expected the name of a git object");

/** What of the repository is checked out: `.lore/` alone, or all of it. */
export const checkout = z.enum(["sparse", "full"]);
export type Checkout = z.infer<typeof checkout>;

/** Git's own rules for names of branches, and a little stricter: nothing that a shell or a terminal takes for its own. */
export const branchName = z
  .string()
  .max(200)
  .regex(
    /^(?!.*(?:\.\.|\/\/|\/\.|\.lock(?:\/|$)|@\{))[A-Za-z0-9_][\w./@+-]*(?<![./])$/,
    "expected the name of a branch",
  );

/** The branches the hall makes in a repository. */
export const defaultIntegration = "claude/main";
export const commissionBranch = (id: string): string => `claude/commission/${id}`;

/** What a commission works on, decided when it is first dispatched. */
export const treePlan = z.object({
  project: projectName,
  /** The repository's own git directory. */
  repository: z.string(),
  /** Its own branch. */
  branch: branchName,
  /** The commit that its branch begins at. */
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
  /** Who asks for it: the project's settings, or this commission. */
  from: z.enum(["project", "commission"]),
});
export type AcceptanceCheck = z.infer<typeof acceptanceCheck>;

/** A limit that a command has gone beyond, and how much it allows: megabytes, or files. */
export const passedLimit = z.object({ limit: z.enum(["memory", "disk", "files"]), most: z.int() });
export type PassedLimit = z.infer<typeof passedLimit>;

/** How a command that was run for the work came out. */
export const commandRun = z.object({
  command: z.string(),
  /** null: it was ended, by a limit or from outside. */
  exitCode: z.int().nullable(),
  timedOut: z.boolean(),
  /** The limit that it was ended for; absent: none. */
  passed: passedLimit.optional(),
  /** What it printed, its end where it is long. */
  output: z.string(),
  /** Whether the beginning of the output is missing. */
  cut: z.boolean(),
  ms: z.int().nonnegative(),
});
export type CommandRun = z.infer<typeof commandRun>;

/** How one acceptance check came out. */
export const checkResult = commandRun.extend({
  from: acceptanceCheck.shape.from,
  /** When it had been run; null: that is not known. */
  at: z.string().nullable().default(null),
  /** The tree of git that it was run on; null: the work is in no repository. */
  tree: oid.nullable().default(null),
  /** Its second run, where the first failed. A check that passes then is flaky, and counts as passed. */
  again: commandRun.optional(),
});
export type CheckResult = z.infer<typeof checkResult>;

/**
 * What became of a branch. `merged`: one commit on the integration branch. `conflict`: it could not be merged, and is
 * kept. `kept`: it was not to be merged. `unchanged`: there was nothing to keep.
 */
export const branchState = z.enum(["open", "merged", "conflict", "kept", "unchanged"]);
export type BranchState = z.infer<typeof branchState>;

/** How a tree was finished. */
export const treeOutcome = z.object({
  state: branchState.exclude(["open"]),
  /** The last commit of its branch; null: nothing was there to commit. */
  tip: oid.nullable(),
  /** The branch, while there is one; null: all of it is on the integration branch, or it held nothing. */
  branch: branchName.nullable(),
  /** Of a merged one, its commit on the integration branch. */
  commit: oid.nullable(),
  /** Paths that could not be merged. */
  conflicts: z.array(z.string()),
  /** Where files lie that are not part of the commit, such as ignored ones; null: there were none. */
  trashed: z.string().nullable(),
  /** Whether the worktree is still there. */
  keptWorktree: z.boolean(),
});
export type TreeOutcome = z.infer<typeof treeOutcome>;
