// The request, the reply and the route to stop the hall, with or without its running work.
import { z } from "zod";
import { commissionId } from "../home/ids.ts";
import type { Route } from "./route.ts";

export const stopRequest = z.strictObject({
  /**
   * If true, running work is interrupted, and the next hall resumes it. If false, running work continues without the
   * hall.
   */
  stopWork: z.boolean().default(false),
});
export const stopped = z.object({
  /** Commissions that were interrupted and that the next hall resumes. */
  stopped: z.array(commissionId),
  /**
   * Commissions that were asked to stop and have not ended yet; the next hall waits for their end and decides what
   * follows.
   */
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
