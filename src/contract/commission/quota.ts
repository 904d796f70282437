// quota.json: whose quota is used up, and until when. A credential is named by its hash and is nowhere in it.
import { z } from "zod";
import { commissionId } from "../home/ids.ts";

export const quotaPause = z.object({
  pausedUntil: z.iso.datetime(),
  since: z.iso.datetime(),
  /** The commission that was refused; null: a guild member's job that belongs to none. */
  byCommission: commissionId.nullable(),
  message: z.string(),
  /** The commission that asks first after the reset, once there is one. */
  probe: commissionId.nullable().default(null),
});
export type QuotaPause = z.infer<typeof quotaPause>;

export const quotaFile = z.object({
  version: z.literal(1),
  credentials: z.record(z.string().regex(/^[0-9a-f]{64}$/, "expected a SHA-256"), quotaPause),
});
export type QuotaFile = z.infer<typeof quotaFile>;
