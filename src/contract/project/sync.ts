// The request and the report of a sync, which brings a project's integration branch up to date with the
// person's branch. A dry run only reports what would change.
import { z } from "zod";
import { projectName } from "../home/ids.ts";
import { branchName, oid } from "./tree.ts";

/**
 * `nothing`: the integration branch already contains the person's branch. `fast-forward`: the integration branch has no
 * commits of its own. `squash-merged`: the person's branch has all work of the integration branch, but in other
 * commits. `merge`: both branches have work of their own. `conflict`: they cannot be merged, and nothing is changed.
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
  /** The integration branch, and its commit before and after the sync. */
  into: z.object({ branch: branchName, before: oid, after: oid }),
  /** How many commits of the person's branch the integration branch did not have. */
  brings: z.int().nonnegative(),
  /**
   * The newest commit of the integration branch whose work the person's branch has in other commits; `null` if there is
   * none.
   */
  taken: oid.nullable(),
  conflicts: z.array(z.string()),
  /** Whether the integration branch was moved. */
  moved: z.boolean(),
  notes: z.array(z.string()),
});
export type SyncReport = z.infer<typeof syncReport>;
