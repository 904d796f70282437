// Stopping the hall, with or without its work.
import { z } from "zod";
import { commissionId } from "../home/ids.ts";
import type { Route } from "./route.ts";

export const stopRequest = z.strictObject({
  /** Also interrupts running work, which the next hall resumes; otherwise that work continues without the hall. */
  stopWork: z.boolean().default(false),
});
export const stopped = z.object({
  /** Work that was interrupted and waits for the next hall. */
  stopped: z.array(commissionId),
  /** Work that was asked to stop and has not ended yet; the next hall handles it. */
  left: z.array(commissionId),
});
export type Stopped = z.infer<typeof stopped>;

export const stopRoutes = {
  stop: {
    method: "POST",
    path: "/api/v1/stop",
    summary: "Stop the hall; with `stopWork`, also its work, which the next hall resumes",
    body: stopRequest,
    status: 200,
    response: stopped,
    errors: [400, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
