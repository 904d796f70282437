// The changes of a commission to its project's repository, as a person reviews them.
import { z } from "zod";
import { commissionId } from "../home/ids.ts";
import type { Route } from "../api/route.ts";
import { branchName, oid } from "../project/tree.ts";

export const changedFile = z.object({
  path: z.string(),
  /** The previous path of a renamed or copied file. */
  from: z.string().nullable(),
  change: z.enum(["added", "modified", "deleted", "renamed", "copied", "type"]),
  /**
   * How many lines were added and deleted; `null` if the file is not text, or is too large to be compared.
   */
  additions: z.int().nonnegative().nullable(),
  deletions: z.int().nonnegative().nullable(),
  /** The patch of this file, as git prints it; `null` if it is left out, and then `why` gives the reason. */
  patch: z.string().nullable(),
  why: z.string().nullable(),
});
export type ChangedFile = z.infer<typeof changedFile>;

export const commissionDiff = z.object({
  id: commissionId,
  branch: branchName,
  /** The branch that the work is merged to. */
  into: branchName,
  /** The commit that the work is compared with. */
  base: oid,
  /**
   * Whether the work of an earlier attempt is included, because the commission continues it and accepting the
   * commission merges both. Absent in answers of older halls.
   */
  earlier: z.boolean().default(false),
  /** The commit that is compared with `base`; `null` if the current content of the worktree is compared. */
  tip: oid.nullable(),
  /** In git's order. */
  files: z.array(changedFile),
  /** How many files changed. If there are very many, `files` does not list all of them. */
  total: z.int().nonnegative(),
  additions: z.int().nonnegative(),
  deletions: z.int().nonnegative(),
});
export type CommissionDiff = z.infer<typeof commissionDiff>;

export const diffQuery = z.strictObject({
  /**
   * Limits `files`, or the patch, to this file; the totals still count all files. In a diff or a conflict,
   * its patch may then be longer than among all files. If it is still too long, it is left out, or the
   * `patch` route refuses.
   */
  path: z.string().min(1).max(4096).optional(),
});

/** Describes a patch. It is sent as JSON in a header, so every name in it must be ASCII. */
export const patchSummary = commissionDiff.omit({ files: true }).extend({
  /** Length of the patch. */
  bytes: z.int().nonnegative(),
});
export type PatchSummary = z.infer<typeof patchSummary>;

export const patchHeader = "guild-hall-patch";
export const patchMediaType = "application/octet-stream";

/** A file that could not be merged, with each side's changes since the two branches diverged. */
export const conflictFile = z.object({
  path: z.string(),
  /**
   * The commission's change to the file; `null` if none of its changed files has, or had before a rename,
   * this path.
   */
  own: changedFile.nullable(),
  /**
   * The change to the file on the branch that the work was to be merged to; `null` if none of the files
   * changed there has, or had before a rename, this path.
   */
  other: changedFile.nullable(),
});
export type ConflictFile = z.infer<typeof conflictFile>;

export const commissionConflict = z.object({
  id: commissionId,
  branch: branchName,
  into: branchName,
  /** The commit at which the two branches diverged. */
  base: oid,
  /** The commission's commit; equal to `base` if the branch `into` already has the work. */
  tip: oid,
  /** The current tip of the branch `into`. */
  otherTip: oid,
  files: z.array(conflictFile),
  /** How many files could not be merged. If there are very many, `files` does not list all of them. */
  total: z.int().nonnegative(),
});
export type CommissionConflict = z.infer<typeof commissionConflict>;

export const diffRoutes = {
  diff: {
    method: "GET",
    path: "/api/v1/commissions/:id/diff",
    summary:
      "The changes of a commission to its project's repository, file by file; for one at work, as its worktree is now",
    query: diffQuery,
    status: 200,
    response: commissionDiff,
    errors: [404, 409, 422, 503],
  },
  patch: {
    method: "GET",
    path: "/api/v1/commissions/:id/patch",
    summary: "The same changes as a patch for git apply: complete, byte for byte, or a refusal",
    query: diffQuery,
    status: 200,
    response: "patch",
    errors: [404, 409, 413, 422, 503],
  },
  conflict: {
    method: "GET",
    path: "/api/v1/commissions/:id/conflict",
    summary:
      "The files of a commission that are in conflict, each as both sides changed it since they diverged",
    query: diffQuery,
    status: 200,
    response: commissionConflict,
    errors: [404, 409, 422, 503],
  },
} as const satisfies Record<string, Route>;
