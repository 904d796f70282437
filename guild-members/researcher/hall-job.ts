// What a hall says of a job beside the person's own config, in `params._meta`. A job that is dispatched by hand has none.
import { z } from "zod";

export const hallJobKey = "dev.guild-hall/job";

const bounds = z.object(
  {
    maxTurns: z.int("expected a whole number of turns").min(1).optional(),
    maxBudgetUsd: z.number("expected an amount in dollars").positive().optional(),
  },
  "expected an object",
);

/** Fields of later halls are left alone. */
const hallJob = z.object(
  {
    /** The same name again means the same job. */
    commission: z.string("expected a text").min(1, "expected a text of 1 to 200 characters").max(200),
    /** A script plays the model. */
    rehearsed: z.boolean("expected true or false").optional(),
    model: z.string("expected the name of a model").min(1).max(200).optional(),
    /** Set for this commission, in the place of this member's own limits. */
    limits: bounds.optional(),
    /** What the hall lets pass, whatever this member would allow. */
    ceiling: bounds.optional(),
  },
  "expected an object",
);
export type HallJob = z.infer<typeof hallJob>;

/** Everything else in `_meta` is for others. */
export const dispatchMeta = z.object({ [hallJobKey]: hallJob.optional() }, "expected an object");

/** As it lies in the job's directory, where a person may have edited it. */
export function parseHallFile(file: string | undefined): HallJob | undefined {
  if (file === undefined) return undefined;
  try {
    return hallJob.parse(JSON.parse(file));
  } catch (error) {
    throw new Error("its hall.json cannot be used", { cause: error });
  }
}
