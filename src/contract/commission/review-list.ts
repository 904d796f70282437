// Finished work that is not yet on the person's branch: what is ready for a person, with the facts that the person
// needs to decide.
import { z } from "zod";
import { branchName } from "../project/tree.ts";
import { projectName } from "../home/ids.ts";
import type { Route } from "../api/route.ts";
import { landingDetail } from "./landing.ts";
import { commissionSummary } from "./meta.ts";

/** How much a commission changed; `null` while git cannot tell. */
export const changeStat = z.object({
  files: z.int().nonnegative(),
  additions: z.int().nonnegative(),
  deletions: z.int().nonnegative(),
});
export type ChangeStat = z.infer<typeof changeStat>;

export const reviewItem = z.object({
  commission: commissionSummary,
  stat: changeStat.nullable(),
  refusals: landingDetail.shape.refusals,
});
export type ReviewItem = z.infer<typeof reviewItem>;

/** A project with finished work that is not yet on the person's branch. */
export const reviewProject = z.object({
  project: projectName,
  /** The person's branch, and the branch that finished work is merged to. */
  branch: z.string().nullable(),
  integration: branchName,
  /** How many commits the integration branch has that the person's branch lacks; `null` if that is not known. */
  ahead: z.int().nonnegative().nullable(),
});
export type ReviewProject = z.infer<typeof reviewProject>;

export const reviewList = z.object({
  /** Work that waits for a person first, then merged work; the newest first in both. At most as many as requested. */
  items: z.array(reviewItem),
  /** How many there are, including those beyond the requested limit. */
  total: z.int().nonnegative(),
  /** How many of them wait for a person: they are merged only when the person accepts them. */
  waiting: z.int().nonnegative(),
  /** How many a person has ticked as seen; the list includes them only on request. */
  seen: z.int().nonnegative(),
  projects: z.array(reviewProject),
});
export type ReviewList = z.infer<typeof reviewList>;

export const reviewQuery = z.strictObject({
  project: projectName.optional(),
  /** Also lists what a person has ticked as seen. */
  seen: z.enum(["true", "false"]).default("false"),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});

export const reviewRoutes = {
  review: {
    method: "GET",
    path: "/api/v1/review",
    summary: "Finished work that is not yet on the person's branch, with its size, its evidence and its acts",
    query: reviewQuery,
    status: 200,
    response: reviewList,
    errors: [422],
  },
} as const satisfies Record<string, Route>;
