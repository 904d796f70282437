// What a commission changed in its project's repository, as a person reviews it.
import { z } from "zod";
import { commissionId } from "./ids.ts";
import type { Route } from "./route.ts";
import { branchName, oid } from "./tree.ts";

export const changedFile = z.object({
  path: z.string(),
  /** Where it was before, of a renamed or copied one. */
  from: z.string().nullable(),
  change: z.enum(["added", "modified", "deleted", "renamed", "copied", "type"]),
  /** Lines; null: it is not text. */
  additions: z.int().nonnegative().nullable(),
  deletions: z.int().nonnegative().nullable(),
  /** Its part of the patch, as git prints it; null: it is left out, and `why` says why. */
  patch: z.string().nullable(),
  why: z.string().nullable(),
});
export type ChangedFile = z.infer<typeof changedFile>;

export const commissionDiff = z.object({
  id: commissionId,
  branch: branchName,
  /** The branch that its work goes to. */
  into: branchName,
  base: oid,
  /** The commit that is compared with the base; null: the worktree as it is at the moment. */
  tip: oid.nullable(),
  /** In git's order. */
  files: z.array(changedFile),
  /** How many files are changed; more than are listed where there are very many. */
  total: z.int().nonnegative(),
  additions: z.int().nonnegative(),
  deletions: z.int().nonnegative(),
});
export type CommissionDiff = z.infer<typeof commissionDiff>;

export const diffQuery = z.strictObject({
  /** Only this file, and of it as much as there may be. */
  path: z.string().min(1).max(4096).optional(),
});

export const diffRoutes = {
  diff: {
    method: "GET",
    path: "/api/v1/commissions/:id/diff",
    summary:
      "What it changed in its project's repository, file by file; of one at work, as its worktree is now",
    query: diffQuery,
    status: 200,
    response: commissionDiff,
    errors: [404, 409, 422, 503],
  },
} as const satisfies Record<string, Route>;
