// Projects as a person sees them: where each is, the state of its branches, and what adding or removing one does.
import { z } from "zod";
import { projectBase } from "./base.ts";
import { projectSettings } from "../home/config.ts";
import { commissionId, projectName } from "../home/ids.ts";
import { inFlight } from "./in-flight.ts";
import { proposal, proposedSetting, takenSettings } from "./proposal.ts";
import { memoryScope } from "../memory/memory.ts";
import { branchName, oid } from "./tree.ts";

export const projectEntry = z.object({
  name: projectName,
  /** The person's checkout; `null` if the project is only a name for memory and limits, without a repository. */
  path: z.string().nullable(),
  /** The person's branch. */
  branch: z.string().nullable(),
  /** The branch that finished work is merged to; `null` if there is no repository. */
  integration: branchName.nullable(),
  /** The tips of the two branches; `null` if a branch does not exist or is not known. */
  tips: z.object({ branch: oid.nullable(), integration: oid.nullable() }),
  /**
   * How many commits the integration branch has that the person's branch lacks, and the other way round; `null` if not
   * known.
   */
  ahead: z.int().nonnegative().nullable(),
  behind: z.int().nonnegative().nullable(),
  /** Whether the repository is a shallow clone, whose history does not reach back to the first commit. */
  shallow: z.boolean(),
  /** The path of the integration branch's worktree; `null` if there is no repository. */
  worktree: z.string().nullable(),
  settings: projectSettings.omit({ path: true, branch: true, integration: true }),
  /** The commissions of the project that have not ended, oldest first. */
  live: z.array(commissionId),
  /** Why no commission can work on the project; `null` if one can. */
  problem: z.string().nullable(),
  /** Whether the project passes its own checks without any commission's work. */
  base: projectBase,
});
export type ProjectEntry = z.infer<typeof projectEntry>;

export const projectList = z.object({ projects: z.array(projectEntry) });
export type ProjectList = z.infer<typeof projectList>;

export const projectDetail = projectEntry.extend(inFlight.shape);
export type ProjectDetail = z.infer<typeof projectDetail>;

/** `~` means the person's home. A relative path is refused, because the hall does not know the caller's directory. */
const checkoutPath = z
  .string()
  .regex(
    /^(?:\/[^\0]+|~(?:\/[^\0]*)?)$/,
    'expected a path that begins with "/" or "~", because the hall does not know your directory',
  )
  .max(4096);

export const projectAddRequest = z.strictObject({
  name: projectName,
  path: checkoutPath,
  /** By default the branch that is checked out. */
  branch: branchName.optional(),
  integration: branchName.optional(),
  /** Settings to write with the project, such as those that were proposed. What it has already stays as it is. */
  settings: takenSettings.optional(),
  dryRun: z.boolean().default(false),
});
export type ProjectAddRequest = z.output<typeof projectAddRequest>;

/** The changes that adding a project made, or with `dryRun` would make. */
export const projectAdded = z.object({
  dryRun: z.boolean(),
  name: projectName,
  /** The top of the checkout. */
  path: z.string(),
  branch: branchName,
  integration: branchName,
  /** The commit that the integration branch is at. */
  tip: oid,
  worktree: z.string(),
  /** The parts that were, or would be, created because they did not exist. */
  makes: z.array(z.enum(["branch", "worktree", "entry"])),
  notes: z.array(z.string()),
  /** The settings that were, or would be, written. Absent in answers of older halls, as is the proposal. */
  writes: z.array(proposedSetting).optional(),
  /** Settings that the project has not, and that its files on the person's branch suggest. */
  proposal: proposal.optional(),
});
export type ProjectAdded = z.infer<typeof projectAdded>;

export const projectRemoveQuery = z.strictObject({ dryRun: z.enum(["true", "false"]).default("false") });

export const projectRemoved = z.object({
  dryRun: z.boolean(),
  name: projectName,
  /** Directories in the home that were, or would be, removed. */
  removed: z.array(z.string()),
  /** Directories in the home that stay, and why. */
  stays: z.array(z.object({ path: z.string(), why: z.string() })),
  /** The hall's branches in the repository, which stay. */
  branches: z.array(z.string()),
  /** The project's memory, which stays. */
  memory: memoryScope,
});
export type ProjectRemoved = z.infer<typeof projectRemoved>;
