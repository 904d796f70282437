// A person's requests about an existing commission: an answer to a question, or a new attempt.
import { z } from "zod";
import { attachmentRefs } from "./attachments.ts";
import { commissionConfig, maxRehearsalCharacters, memberConfig } from "./commission.ts";

export const maxAnswerCharacters = 20_000;

const words = z.string().trim().min(1, "it is empty").max(maxAnswerCharacters);

export const answerRequest = z.strictObject({
  /** The number of the question, counted from 1. */
  question: z.int().min(1).max(100_000),
  answer: words,
  /** Files that come with the answer, uploaded before. */
  attachments: attachmentRefs.optional(),
});
export type AnswerRequest = z.infer<typeof answerRequest>;

/**
 * A request for a new attempt. Omitted fields keep their values from the last attempt, except `fresh` and
 * `note`, and so does each omitted setting of `config`.
 */
export const redispatchRequest = z.strictObject({
  /** Starts the new attempt from the integration branch, without the files or the patch of the last attempt. */
  fresh: z.boolean().optional(),
  rehearsal: z.string().min(1).max(maxRehearsalCharacters).optional(),
  config: commissionConfig.optional(),
  /** Replaces the whole `memberConfig` of the last attempt. */
  memberConfig: memberConfig.optional(),
  /**
   * Starts the new attempt although the project's own checks fail without its work, because the work is to repair them.
   */
  onRed: z.boolean().optional(),
  /** A note to the worker. */
  note: words.optional(),
  /** Files that come with the note, uploaded before. Those of earlier attempts are kept. */
  attachments: attachmentRefs.optional(),
});
export type RedispatchRequest = z.infer<typeof redispatchRequest>;
