// The findings of a check of the machine, as "guild-hall doctor" and the page show them.
import { z } from "zod";
import type { Route } from "./route.ts";

export const finding = z.object({
  name: z.string(),
  /** `warn`: a problem that does not stop the hall. `fail`: something necessary is missing or broken. */
  state: z.enum(["ok", "warn", "fail"]),
  detail: z.string(),
  /** Tells the person what to do about it. */
  advice: z.string().optional(),
});
export type Finding = z.infer<typeof finding>;

export const doctorReport = z.object({ findings: z.array(finding) });
export type DoctorReport = z.infer<typeof doctorReport>;

export const doctorRoutes = {
  doctor: {
    method: "GET",
    path: "/api/v1/doctor",
    summary: "Check this machine: what it has and what is missing, as the hall finds it now",
    status: 200,
    response: doctorReport,
    errors: [],
  },
} as const satisfies Record<string, Route>;
