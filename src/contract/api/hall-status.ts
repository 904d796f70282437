// The status of the hall itself: its version and process, its slots and commissions, and its problems.
import { z } from "zod";
import { status } from "../commission/commission.ts";
import { quotaPause } from "../commission/quota.ts";
import { waiting } from "../commission/waiting.ts";

export const hallStatus = z.object({
  version: z.string(),
  pid: z.int(),
  home: z.string(),
  startedAt: z.string(),
  slots: z.object({ total: z.int(), used: z.int() }),
  commissions: z.record(status, z.int()),
  /** Why commissions that could start are waiting; `null` if none has to wait. */
  waiting: waiting.nullable(),
  /** Set while the hall knows that the quota of the credential in use is used up; else `null`. */
  quota: quotaPause.nullable(),
  sandbox: z.object({ level: z.string(), detail: z.string() }),
  /** How the hall reaches a model; never the credential itself. */
  model: z.object({
    available: z.boolean(),
    detail: z.string(),
    /** The model for work for which nothing else names another; `null` if no default is set. */
    default: z.string().nullable(),
  }),
  problems: z.array(z.string()),
});
export type HallStatus = z.infer<typeof hallStatus>;
