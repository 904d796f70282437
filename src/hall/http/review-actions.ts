// What each route about the work of a commission does, once its request has been taken apart and found sound.
import { patchHeader, patchMediaType } from "../../contract/commission/diff.ts";
import type { Actions } from "./actions.ts";
import { answer, refused } from "./answers.ts";
import type { ReviewOperations } from "./review-operations.ts";

export type ReviewActions = Pick<Actions, "diff" | "patch" | "conflict" | "artifacts" | "artifact">;

export function createReviewActions(review: ReviewOperations): ReviewActions {
  return {
    diff: async ({ id, query }) => answer(await review.diff(id, query), (found) => found.diff),
    patch: async ({ id, query }) => patchAnswer(await review.patch(id, query)),
    conflict: async ({ id, query }) => answer(await review.conflict(id, query), (found) => found.conflict),
    artifacts: async ({ id }) => answer(await review.artifacts(id), (found) => found.list),
    artifact: async ({ id, query }) => answer(await review.artifact(id, query), (found) => found.content),
  };
}

function patchAnswer(found: Awaited<ReturnType<ReviewOperations["patch"]>>): Response {
  if (!found.ok) return refused(found.problem);
  const headers = { "content-type": patchMediaType, [patchHeader]: JSON.stringify(found.summary) };
  return new Response(found.stream, { headers });
}
