// The words for what a worker did about a comment.
import type { CommentOutcome } from "../../contract/commission/review-comment.ts";

/** `none`: the worker left the comment out. */
export const outcomeWords: Readonly<Record<CommentOutcome | "none", string>> = {
  done: "done",
  partly: "done in part",
  declined: "declined",
  none: "left out",
};
