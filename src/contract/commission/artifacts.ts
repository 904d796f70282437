// The files that a commission left, for people to view and download.
import { z } from "zod";
import { type ArtifactRef, leftArtifact } from "./artifact-ref.ts";
import { commissionId } from "../home/ids.ts";
import type { Route } from "../api/route.ts";

/** A file that a worker named or wrote for its result; or the reason why the file cannot belong to the result. */
export type ArtifactOutcome = { ok: true; artifact: ArtifactRef } | { ok: false; reason: string };

/** How the file can be shown. Its name and its first bytes decide; an image needs both to match. */
export const artifactKind = z.enum(["markdown", "text", "image", "binary"]);
export type ArtifactKind = z.infer<typeof artifactKind>;

export const artifactEntry = z.object({
  /** Relative to the commission's artifacts directory. */
  path: z.string(),
  bytes: z.int().nonnegative(),
  kind: artifactKind,
});
export type ArtifactEntry = z.infer<typeof artifactEntry>;

export const artifactList = z.object({
  id: commissionId,
  artifacts: z.array(artifactEntry),
  /** How many artifacts there are. If there are very many, `artifacts` does not list all of them. */
  total: z.int().nonnegative(),
  /** Artifacts that the hall did not fetch from the guild member, and why. */
  left: z.array(leftArtifact),
});
export type ArtifactList = z.infer<typeof artifactList>;

export const maxArtifactBytes = 8 * 1024 * 1024;

export const artifactContent = artifactEntry.extend({
  encoding: z.enum(["utf8", "base64"]),
  content: z.string(),
  /** True if `content` ends before the file does, because of `maxBytes` or the limit of one answer. */
  cut: z.boolean(),
});
export type ArtifactContent = z.infer<typeof artifactContent>;

export const artifactQuery = z.strictObject({
  path: z.string().min(1).max(4096),
  /** The byte offset to start at. */
  from: z.coerce.number().int().min(0).default(0),
  maxBytes: z.coerce.number().int().min(1).max(maxArtifactBytes).default(maxArtifactBytes),
});

export const artifactRoutes = {
  artifacts: {
    method: "GET",
    path: "/api/v1/commissions/:id/artifacts",
    summary: "The artifacts of a commission, with their sizes; for one at work, those that exist so far",
    status: 200,
    response: artifactList,
    errors: [404, 422],
  },
  artifact: {
    method: "GET",
    path: "/api/v1/commissions/:id/artifact",
    summary: "The content of one artifact, from a given byte on",
    query: artifactQuery,
    status: 200,
    response: artifactContent,
    errors: [404, 422, 503],
  },
} as const satisfies Record<string, Route>;
