// Notes: what a person says to a commission while its work is under way. The hall records a note before it answers the
// person, and the workbench records when the worker has heard it.
import { z } from "zod";
import type { Route } from "../api/route.ts";

export const maxNoteCharacters = 20_000;

/** The most notes that may wait to be heard. */
export const mostUnheard = 20;

const ordinal = z.int().positive();

export const noteRequest = z.strictObject({
  text: z.string().trim().min(1, "it is empty").max(maxNoteCharacters),
});
export type NoteRequest = z.infer<typeof noteRequest>;

/** When the worker heard a note or an answer, and the turn that did: the first request to the model that has it. */
export const hearing = z.object({ at: z.string(), turn: ordinal });
export type Hearing = z.infer<typeof hearing>;

export const note = z.object({
  /** Counted from 1. */
  number: ordinal,
  text: z.string(),
  by: z.string(),
  at: z.string(),
  /** `null` if the worker has not heard it. */
  heard: hearing.nullable(),
});
export type CommissionNote = z.infer<typeof note>;

export const noteBodies = [
  /** A person said something to the commission. Notes are counted from 1. */
  z.object({
    type: z.literal("note.said"),
    number: ordinal,
    text: z.string(),
    by: z.string(),
    /** The `Idempotency-Key` of the request; absent if it had none. */
    key: z.string().optional(),
  }),
] as const;

export const noteFacts = [
  /**
   * A message to the session is about to be handed over, with these notes and answers. Its `uuid` is in the session's own
   * file once `claude` has taken it. Answers are counted from 1 in the order of the ledger.
   */
  z.object({
    type: z.literal("words.given"),
    uuid: z.uuid(),
    notes: z.array(ordinal),
    answers: z.array(ordinal),
  }),
  /** The model has answered a request that has this note. */
  z.object({ type: z.literal("note.heard"), note: ordinal, turn: ordinal }),
  /** The model has answered a request that has this answer to a question. */
  z.object({ type: z.literal("answer.heard"), answer: ordinal, turn: ordinal }),
] as const;

export const noteRoutes = {
  tell: {
    method: "POST",
    path: "/api/v1/commissions/:id/notes",
    summary:
      "Say something to a commission under way; it is durable before the reply. `Idempotency-Key` makes a retry safe",
    body: noteRequest,
    idempotent: true,
    status: 201,
    response: note,
    errors: [400, 404, 409, 413, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
