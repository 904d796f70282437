// The documents of a project that a commission can wait for: paths on the integration branch.
import { z } from "zod";
import { projectName } from "../home/ids.ts";
import type { Route } from "../api/route.ts";
import { branchName } from "./tree.ts";

export const documentsQuery = z.strictObject({
  /**
   * Only paths that contain each of these words, ignoring case. A file or directory at exactly this path comes first.
   */
  text: z.string().max(1000).default(""),
  limit: z.coerce.number().int().min(1).max(1000).default(100),
});
export type DocumentsQuery = z.output<typeof documentsQuery>;

export const documentList = z.object({
  /** The integration branch. */
  branch: branchName,
  /** Relative to the top of the repository. Paths that no commission could wait for are left out. */
  documents: z.array(z.string()),
  /** Whether there are other matches. */
  more: z.boolean(),
});
export type DocumentList = z.infer<typeof documentList>;

export const documentRoutes = {
  projectDocuments: {
    method: "GET",
    path: "/api/v1/projects/:name/documents",
    params: { name: projectName },
    summary: "Documents on a project's integration branch, which a commission can wait for",
    query: documentsQuery,
    status: 200,
    response: documentList,
    errors: [404, 422],
  },
} as const satisfies Record<string, Route>;
