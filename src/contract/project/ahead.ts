// The work that landed on a project's integration branch and is not yet on the person's branch: as commits, and as one
// diff.
import { z } from "zod";
import { commissionId, projectName } from "../home/ids.ts";
import { commissionDiff } from "../commission/diff.ts";
import type { Route } from "../api/route.ts";
import { branchName, oid } from "./tree.ts";

export const aheadCommit = z.object({
  commit: oid,
  subject: z.string(),
  author: z.string(),
  at: z.string(),
  /** The commission whose work this is, or whose merge it reverts; `null` if the hall did not make the commit. */
  commission: commissionId.nullable(),
  /** Whether the commit reverts the work of that commission. */
  reverts: z.boolean(),
  files: z.int().nonnegative(),
});
export type AheadCommit = z.infer<typeof aheadCommit>;

export const projectAhead = z.object({
  project: projectName,
  /** The person's branch and its tip. */
  branch: z.string(),
  tip: oid,
  integration: branchName,
  integrationTip: oid,
  /** Newest first; at most 500. */
  commits: z.array(aheadCommit),
  total: z.int().nonnegative(),
  /** How many commits the person's branch has that the integration branch lacks. */
  behind: z.int().nonnegative(),
});
export type ProjectAhead = z.infer<typeof projectAhead>;

export const projectDiff = commissionDiff.omit({ id: true, branch: true, into: true, earlier: true }).extend({
  project: projectName,
  tip: oid,
});
export type ProjectDiff = z.infer<typeof projectDiff>;

export const projectDiffQuery = z.strictObject({
  path: z.string().min(1).max(4096).optional(),
  /** Limits the diff to one commit that is ahead; by default it covers all of them together. */
  commit: oid.optional(),
});

const ofProject = { path: "/api/v1/projects/:name", params: { name: projectName } } as const;

export const aheadRoutes = {
  projectAhead: {
    method: "GET",
    path: `${ofProject.path}/ahead`,
    params: ofProject.params,
    summary: "The commits of the integration branch that the person's branch lacks",
    status: 200,
    response: projectAhead,
    errors: [404, 422, 503],
  },
  projectDiff: {
    method: "GET",
    path: `${ofProject.path}/diff`,
    params: ofProject.params,
    summary: "What these commits change, as one diff or one commit alone",
    query: projectDiffQuery,
    status: 200,
    response: projectDiff,
    errors: [404, 409, 422, 503],
  },
} as const satisfies Record<string, Route>;
