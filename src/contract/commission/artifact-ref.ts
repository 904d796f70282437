// A file that belongs to a result, and a file of a guild member that the hall did not fetch.
import { z } from "zod";

export const artifactRef = z.object({
  /** Relative to `work/` or `artifacts/`, as `from` says. */
  path: z.string(),
  from: z.enum(["work", "artifacts"]),
  bytes: z.int().nonnegative(),
});
export type ArtifactRef = z.infer<typeof artifactRef>;

/** A file that a guild member's job left and that the hall did not fetch. */
export const leftArtifact = z.object({
  /** The path as the member names it. */
  path: z.string(),
  reason: z.string(),
});
export type LeftArtifact = z.infer<typeof leftArtifact>;
