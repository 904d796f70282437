// What a person says to a commission that was worked on: answers to its questions, and that it be taken up again.
import { z } from "zod";
import { commissionConfig, maxRehearsalCharacters, memberConfig } from "./commission.ts";

export const maxAnswerCharacters = 20_000;

const words = z.string().trim().min(1, "it says nothing").max(maxAnswerCharacters);

export const answerRequest = z.strictObject({
  /** Which of its questions, counted from 1. */
  question: z.int().min(1).max(100_000),
  answer: words,
});
export type AnswerRequest = z.infer<typeof answerRequest>;

/** What is left out is as it was, also each bound by itself. */
export const redispatchRequest = z.strictObject({
  /** Begin at the integration branch, with nothing of what the last attempt left: neither its files nor its patch. */
  fresh: z.boolean().optional(),
  rehearsal: z.string().min(1).max(maxRehearsalCharacters).optional(),
  config: commissionConfig.optional(),
  /** In the place of the whole of the old one's. */
  memberConfig: memberConfig.optional(),
  /** Start although the project's own checks fail on its base: the work is to repair them. */
  onRed: z.boolean().optional(),
  /** A word to the worker. */
  note: words.optional(),
});
export type RedispatchRequest = z.infer<typeof redispatchRequest>;
