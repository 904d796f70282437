// A person's comments on lines of finished work, and what the worker that continues the work did about each.
import { z } from "zod";

/** A path as a diff names it. It is only shown and compared, never opened. */
const diffPath = z.string().min(1).max(4096);

export const reviewComment = z.strictObject({
  path: diffPath,
  /** The line, counted from 1; `null` for a comment on the whole file. */
  line: z.int().min(1).max(10_000_000).nullable().default(null),
  /** `new`: the line is counted in the file as the work has it. `old`: as it was before. */
  side: z.enum(["old", "new"]).default("new"),
  /** The code that the comment is about. */
  code: z.string().max(2000).default(""),
  text: z.string().trim().min(1, "it is empty").max(4000),
});
export type ReviewComment = z.output<typeof reviewComment>;

/**
 * The worker's answer to a comment. `done`: it changed the work as asked. `partly`: in part. `declined`: it left the
 * work as it is, for a reason.
 */
export const commentOutcome = z.enum(["done", "partly", "declined"]);
export type CommentOutcome = z.infer<typeof commentOutcome>;

/** The reason why a commission continues another: a person sent its work back. */
export const sentBack = z.object({
  note: z.string().nullable(),
  comments: z.array(reviewComment),
});
export type SentBack = z.infer<typeof sentBack>;

/** A comment, with the worker's latest answer to it; `outcome` is `null` if the worker left the comment out. */
export const answeredComment = z.object({
  /** Counted from 1. */
  number: z.int().positive(),
  ...reviewComment.shape,
  outcome: commentOutcome.nullable(),
  /** The worker's account of what it did; `null` if it left the comment out. */
  answer: z.string().nullable(),
});
export type AnsweredComment = z.infer<typeof answeredComment>;
