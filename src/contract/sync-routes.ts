// The part of /api/v1 that brings a project's integration branch up to date.
import { projectName } from "./ids.ts";
import type { Route } from "./route.ts";
import { syncReport, syncRequest } from "./sync.ts";

export const syncRoutes = {
  projectSync: {
    method: "POST",
    path: "/api/v1/projects/:name/sync",
    params: { name: projectName },
    summary:
      "Bring the integration branch up to date with the person's branch; with `dryRun` only say what that would be",
    body: syncRequest,
    status: 200,
    response: syncReport,
    errors: [400, 409, 415, 422, 503],
  },
} as const satisfies Record<string, Route>;
