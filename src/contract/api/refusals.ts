// Why the hall would refuse to cancel, redispatch or delete a commission now, in a sentence each; `null` if the state
// of the commission does not forbid it.
import { z } from "zod";

export const refusals = z.object({
  /** Cancelling a commission that has ended or is being cancelled changes nothing and is not refused. */
  cancel: z.string().nullable(),
  /** Even if this is `null`, a redispatch may be refused because the worker, the project or the model is missing. */
  redispatch: z.string().nullable(),
  remove: z.object({
    refusal: z.string().nullable(),
    /** True for a failed commission: it is removed only with `failedToo`, and then goes to the trash. */
    toTrash: z.boolean(),
  }),
});
export type Refusals = z.infer<typeof refusals>;
