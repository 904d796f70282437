// Why the hall would refuse an act on a commission now, in a sentence; `null` if its state does not forbid the act.
import { z } from "zod";

export const refusals = z.object({
  /** Cancelling a commission that has ended or is being cancelled changes nothing and is not refused. */
  cancel: z.string().nullable(),
  /** Even if this is `null`, its worker, project or model may be missing. */
  redispatch: z.string().nullable(),
  remove: z.object({
    refusal: z.string().nullable(),
    /** True for a failed commission: it is removed only with `failedToo`, and then goes to the trash. */
    toTrash: z.boolean(),
  }),
});
export type Refusals = z.infer<typeof refusals>;
