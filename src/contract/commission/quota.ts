// quota.json: which credentials have used up their quota, and until when. It holds only the hash of a credential.
import { z } from "zod";
import { commissionId } from "../home/ids.ts";

export const quotaPause = z.object({
  pausedUntil: z.iso.datetime(),
  since: z.iso.datetime(),
  /**
   * The commission whose request the model's endpoint refused; `null` if the request came from a guild member's job
   * that belongs to no commission.
   */
  byCommission: commissionId.nullable(),
  message: z.string(),
  /** The commission that makes the first request after the reset; `null` until one is chosen. */
  probe: commissionId.nullable().default(null),
});
export type QuotaPause = z.infer<typeof quotaPause>;

export const quotaFile = z.object({
  version: z.literal(1),
  credentials: z.record(z.string().regex(/^[0-9a-f]{64}$/, "expected a SHA-256"), quotaPause),
});
export type QuotaFile = z.infer<typeof quotaFile>;
