// What a sync does to the integration branch of a project, as a value: shown first with `--dry-run`, then carried out.
import { z } from "zod";
import { projectName } from "../home/ids.ts";
import { branchName, oid } from "./tree.ts";

/**
 * `nothing`: all of the person's branch is there. `fast-forward`: nothing but the person's branch is there.
 * `squash-merged`: the person's branch holds all of the integration branch's work, by other commits. `merge`: both have
 * something of their own. `conflict`: they do not go together, and nothing is changed.
 */
export const syncKind = z.enum(["nothing", "fast-forward", "squash-merged", "merge", "conflict"]);
export type SyncKind = z.infer<typeof syncKind>;

export const syncRequest = z.strictObject({ dryRun: z.boolean().default(false) });

export const syncReport = z.object({
  project: projectName,
  dryRun: z.boolean(),
  kind: syncKind,
  /** The person's branch. */
  from: z.object({ branch: z.string(), commit: oid }),
  /** The integration branch. `after` is where it is to go, or has gone. */
  into: z.object({ branch: branchName, before: oid, after: oid }),
  /** How many commits of the person's branch it lacked. */
  brings: z.int().nonnegative(),
  /** The newest commit of the integration branch whose work the person's branch holds by other commits. */
  taken: oid.nullable(),
  conflicts: z.array(z.string()),
  /** Whether the branch was moved. */
  moved: z.boolean(),
  notes: z.array(z.string()),
});
export type SyncReport = z.infer<typeof syncReport>;
