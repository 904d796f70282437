// guild-members/<name>.spend.jsonl: the cost of a guild member's model requests that no commission pays for,
// one line for each answer of the model.
import { z } from "zod";
import { requestKind, tokens } from "../course/model-request.ts";
import { jobId } from "./worker-protocol.ts";

/** The job id that is recorded for requests that name no job. */
export const noJob = "none";

export const spendLine = z.object({
  v: z.literal(1),
  at: z.string(),
  jobId,
  kind: requestKind,
  model: z.string(),
  tokens,
  /** `null` if the model's price is not known. */
  costUsd: z.number().nullable(),
  /** The amount that counts against the budget; it is known even if `costUsd` is not. */
  budgetUsd: z.number().nonnegative(),
  /** False if the answer broke off, or the member did not wait for its end. */
  whole: z.boolean(),
});
export type SpendLine = z.infer<typeof spendLine>;
