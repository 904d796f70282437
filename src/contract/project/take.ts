// Taking over brings what landed on the integration branch to the person's own branch. Where that branch is checked
// out, only the person's own git moves it; the hall then gives the command and notes what it did.
import { z } from "zod";
import { commissionId, projectName } from "../home/ids.ts";
import type { Route } from "../api/route.ts";
import { branchName, oid } from "./tree.ts";

/**
 * `nothing`: the person's branch has all of it. `fast-forward`: the branch only moves forward. `merge`: both branches
 * have commits of their own. `cherry-pick`: one commission's commit alone. `conflict`: it cannot be combined without
 * a person.
 */
export const takeKind = z.enum(["nothing", "fast-forward", "merge", "cherry-pick", "conflict"]);
export type TakeKind = z.infer<typeof takeKind>;

export const takeRequest = z.strictObject({
  dryRun: z.boolean().default(false),
  /** Takes this commission's work alone. */
  commission: commissionId.optional(),
  /**
   * The tips of both branches as the person saw them in the plan. The hall moves nothing if one has moved since.
   */
  expected: z.strictObject({ branch: oid, integration: oid }).optional(),
});
export type TakeRequest = z.output<typeof takeRequest>;

export const takeReport = z.object({
  project: projectName,
  dryRun: z.boolean(),
  kind: takeKind,
  /** The person's branch, and its commit before and after; `after` is `null` if only the person's git can tell. */
  branch: z.object({ name: branchName, before: oid, after: oid.nullable() }),
  integration: z.object({ name: branchName, tip: oid }),
  /** The commits that come to the branch: their subjects, newest first; at most 100. */
  brings: z.array(z.object({ commit: oid, subject: z.string() })),
  total: z.int().nonnegative(),
  conflicts: z.array(z.string()),
  /** The checkout that has the branch; `null` if none has it, so that the hall can move the branch itself. */
  checkedOut: z.string().nullable(),
  /** The arguments of git that do it in that checkout; `null` if the hall moves the branch, or nothing is to be done. */
  command: z.array(z.string()).nullable(),
  moved: z.boolean(),
  notes: z.array(z.string()),
});
export type TakeReport = z.infer<typeof takeReport>;

/** Says how the person's own git moved the branch after a plan. The hall checks it, and notes it for `take --undo`. */
export const takenRequest = z.strictObject({ before: oid, after: oid });

export const takeUndoRequest = z.strictObject({ dryRun: z.boolean().default(false) });

export const takeUndoReport = z.object({
  project: projectName,
  dryRun: z.boolean(),
  branch: z.object({ name: branchName, before: oid, after: oid }),
  checkedOut: z.string().nullable(),
  command: z.array(z.string()).nullable(),
  moved: z.boolean(),
});
export type TakeUndoReport = z.infer<typeof takeUndoReport>;

/** takes/NAME.json: the last take-over of a project. It is removed when it is undone. */
export const takeRecord = z.object({
  version: z.literal(1),
  branch: branchName,
  before: oid,
  after: oid,
  kind: takeKind,
  at: z.string(),
});
export type TakeRecord = z.infer<typeof takeRecord>;

const ofProject = { path: "/api/v1/projects/:name", params: { name: projectName } } as const;

export const takeRoutes = {
  projectTake: {
    method: "POST",
    path: `${ofProject.path}/take`,
    params: ofProject.params,
    summary:
      "Bring what landed to the person's branch where it is checked out nowhere; else answer with the git command for it",
    body: takeRequest,
    status: 200,
    response: takeReport,
    errors: [400, 404, 409, 415, 422, 503],
  },
  projectTaken: {
    method: "POST",
    path: `${ofProject.path}/taken`,
    params: ofProject.params,
    summary: "Note what the person's own git took over, so that it can be undone",
    body: takenRequest,
    status: 200,
    response: takeRecord,
    errors: [400, 404, 409, 415, 422, 503],
  },
  projectTakeUndo: {
    method: "POST",
    path: `${ofProject.path}/take/undo`,
    params: ofProject.params,
    summary:
      "Move the person's branch back to where it was before the last take-over, while it is still there",
    body: takeUndoRequest,
    status: 200,
    response: takeUndoReport,
    errors: [400, 404, 409, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
