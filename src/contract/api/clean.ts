// What a clean takes away, as a value: shown first with `--dry-run`, then carried out.
import { z } from "zod";
import type { Route } from "./route.ts";

export const cleanItem = z.object({
  kind: z.enum(["trash", "leftover", "transcript", "log", "set-up"]),
  /** Relative to the hall's home. */
  path: z.string(),
  bytes: z.int().nonnegative(),
  /** Since when its time runs: put in the trash, ended, last written to or, of what a set-up made, last used. */
  since: z.string(),
});
export type CleanItem = z.infer<typeof cleanItem>;

export const cleanRequest = z.strictObject({ dryRun: z.boolean().default(false) });

export const cleanReport = z.object({
  dryRun: z.boolean(),
  items: z.array(cleanItem),
  bytes: z.int().nonnegative(),
  /** What could not be removed, and why. It is tried again the next time. */
  problems: z.array(z.string()),
});
export type CleanReport = z.infer<typeof cleanReport>;

/** Disk that a directory takes. Not complete: there was more in it than is counted. */
export const diskUse = z.object({ bytes: z.int().nonnegative(), complete: z.boolean() });
export type DiskUse = z.infer<typeof diskUse>;

export const cleanRoutes = {
  clean: {
    method: "POST",
    path: "/api/v1/clean",
    summary: "Take away what was kept long enough; with `dryRun` only say what that would be",
    body: cleanRequest,
    status: 200,
    response: cleanReport,
    errors: [400, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
