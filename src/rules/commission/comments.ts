// Finds the comments with which a person sent earlier work back, for the commission that continues it.
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import type { ReviewComment } from "../../contract/commission/review-comment.ts";
import type { CommissionRecord } from "./state.ts";

type Asked = Pick<AcceptedRequest, "sentBack">;

export function commentsIn({ sentBack }: Asked): readonly ReviewComment[] {
  return sentBack?.comments ?? [];
}

/** Whether the worker has comments to answer, and is given the tools for that. */
export function hasComments(request: Asked): boolean {
  return commentsIn(request).length > 0;
}

/** Returns the numbers, from 1, of the comments that the worker has not answered. */
export function unansweredIn({
  request,
  commentAnswers,
}: Pick<CommissionRecord, "request" | "commentAnswers">): number[] {
  return commentsIn(request)
    .map((_, at) => at + 1)
    .filter((number) => !commentAnswers.has(number));
}
