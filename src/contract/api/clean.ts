// The request and the report of a clean, which removes files that the hall has kept long enough. A dry run
// only lists them.
import { z } from "zod";
import type { Route } from "./route.ts";

export const cleanItem = z.object({
  kind: z.enum(["trash", "leftover", "transcript", "log", "set-up", "attachment"]),
  /** Relative to the hall's home. */
  path: z.string(),
  bytes: z.int().nonnegative(),
  /**
   * When its retention began: when the hall first saw it in the trash, when its commission ended, when the
   * log was last written, when the output of a set-up command was last used, or when the file was last uploaded.
   */
  since: z.string(),
});
export type CleanItem = z.infer<typeof cleanItem>;

export const cleanRequest = z.strictObject({ dryRun: z.boolean().default(false) });

export const cleanReport = z.object({
  dryRun: z.boolean(),
  items: z.array(cleanItem),
  bytes: z.int().nonnegative(),
  /** Items that could not be removed, and why. The next clean tries again. */
  problems: z.array(z.string()),
});
export type CleanReport = z.infer<typeof cleanReport>;

/** Disk use of a directory. `complete` is false if the directory holds more files than were counted. */
export const diskUse = z.object({ bytes: z.int().nonnegative(), complete: z.boolean() });
export type DiskUse = z.infer<typeof diskUse>;

export const cleanRoutes = {
  clean: {
    method: "POST",
    path: "/api/v1/clean",
    summary: "Remove what has been kept long enough; with `dryRun`, only say what that is",
    body: cleanRequest,
    status: 200,
    response: cleanReport,
    errors: [400, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
