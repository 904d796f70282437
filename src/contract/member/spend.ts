// guild-members/<name>.spend.jsonl: what a member's jobs cost that belong to no commission, one answer a line.
import { z } from "zod";
import { requestKind, tokens } from "../commission/facts.ts";
import { jobId } from "./worker-protocol.ts";

/** The job of all that comes without the name of one. */
export const noJob = "none";

export const spendLine = z.object({
  v: z.literal(1),
  at: z.string(),
  jobId,
  kind: requestKind,
  model: z.string(),
  tokens,
  /** null: the model's price is not known. */
  costUsd: z.number().nullable(),
  /** What counts against the budget. */
  budgetUsd: z.number().nonnegative(),
  /** False: it broke off, or nobody waited for its end. */
  whole: z.boolean(),
});
export type SpendLine = z.infer<typeof spendLine>;
