// The paths of a project that a task can name with "@": files and directories on the person's branch.
import { z } from "zod";
import { projectName } from "../home/ids.ts";
import type { Route } from "../api/route.ts";
import { branchName } from "./tree.ts";

export const pathsQuery = z.strictObject({
  /** Only paths that contain this text, ignoring case. Paths that begin with it come first. */
  text: z.string().max(1000).default(""),
  limit: z.coerce.number().int().min(1).max(50).default(50),
});
export type PathsQuery = z.output<typeof pathsQuery>;

export const pathList = z.object({
  /** The person's branch. */
  branch: branchName,
  /** Relative to the top of the repository. Links, submodules, and paths that a task cannot name are left out. */
  paths: z.array(z.object({ path: z.string(), is: z.enum(["file", "directory"]) })),
  /** Whether there may be other matches: there were too many, or the search took too long. */
  more: z.boolean(),
});
export type PathList = z.infer<typeof pathList>;

export const pathRoutes = {
  projectPaths: {
    method: "GET",
    path: "/api/v1/projects/:name/paths",
    params: { name: projectName },
    summary: "Paths on the person's branch of a project, which a task can name with @",
    query: pathsQuery,
    status: 200,
    response: pathList,
    errors: [404, 422],
  },
} as const satisfies Record<string, Route>;
