// Spending by the hour in UTC. Clients add up days themselves, because days begin at different hours in different
// time zones.
import { z } from "zod";
import { workerName } from "../member/member.ts";
import type { Route } from "../api/route.ts";

/** An hour in UTC, such as 2026-11-16T09. */
export const utcHour = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}$/, "expected an hour such as 2026-11-16T09");

/** Spending within one hour. */
export const spentHour = z.object({
  hour: utcHour,
  /**
   * The sum over the requests whose price is known. A request whose answer was lost counts with an estimate.
   */
  usd: z.number().nonnegative(),
  /**
   * How many requests, including those whose answer was lost, have no known price: the true sum is higher
   * than `usd` by an unknown amount.
   */
  unpriced: z.int().nonnegative(),
});
export type SpentHour = z.infer<typeof spentHour>;

export const spendingQuery = z.strictObject({ days: z.coerce.number().int().min(1).max(366).default(14) });

export const spending = z.object({
  /** The first hour that is counted. */
  since: utcHour,
  /** Oldest first, one entry per hour and worker; rehearsals are never included. */
  hours: z.array(spentHour.extend({ worker: workerName })),
});
export type Spending = z.infer<typeof spending>;

export const spendingRoutes = {
  spending: {
    method: "GET",
    path: "/api/v1/spending",
    summary: "The spending of the last days, by hour and worker; rehearsals cost nothing and are left out",
    query: spendingQuery,
    status: 200,
    response: spending,
    errors: [422],
  },
} as const satisfies Record<string, Route>;
