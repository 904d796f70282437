// What the hall would not do with a commission now, each in a sentence; null: where it stands is no reason against it.
import { z } from "zod";

export const refusals = z.object({
  /** Of one that has ended or is being cancelled already, a cancel changes nothing and is not refused. */
  cancel: z.string().nullable(),
  /** Its worker, project or model may be missing all the same. */
  redispatch: z.string().nullable(),
  remove: z.object({
    refusal: z.string().nullable(),
    /** A failed one is taken away only with `failedToo`, and then lies in the trash. */
    toTrash: z.boolean(),
  }),
});
export type Refusals = z.infer<typeof refusals>;
