// Parses the hall's part of a dispatch, which is in `params._meta` beside the person's config. A job dispatched by hand
// has none.
import { z } from "zod";

export const hallJobKey = "dev.guild-hall/job";

const bounds = z.object(
  {
    maxTurns: z.int("expected a whole number of turns").min(1).optional(),
    maxBudgetUsd: z.number("expected an amount in dollars").positive().optional(),
  },
  "expected an object",
);

/** Ignores fields of later halls. */
const hallJob = z.object(
  {
    /** The hall's name for the commission. A second dispatch with the same name returns the same job. */
    commission: z.string("expected a text").min(1, "expected a text of 1 to 200 characters").max(200),
    /** True if a script replaces the model. */
    rehearsed: z.boolean("expected true or false").optional(),
    model: z.string("expected the name of a model").min(1).max(200).optional(),
    /** Limits set for this commission, instead of this member's defaults. */
    limits: bounds.optional(),
    /** The most that the hall allows, whatever this member would allow. */
    ceiling: bounds.optional(),
  },
  "expected an object",
);
export type HallJob = z.infer<typeof hallJob>;

/** Ignores every other key of `_meta`. */
export const dispatchMeta = z.object({ [hallJobKey]: hallJob.optional() }, "expected an object");

/** Parses the job's hall.json, which a person may have edited. */
export function parseHallFile(file: string | undefined): HallJob | undefined {
  if (file === undefined) return undefined;
  try {
    return hallJob.parse(JSON.parse(file));
  } catch (error) {
    throw new Error("its hall.json cannot be used", { cause: error });
  }
}
