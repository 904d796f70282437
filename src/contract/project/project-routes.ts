// The routes of /api/v1 that are about projects.
import { projectName } from "../home/ids.ts";
import {
  projectAdded,
  projectAddRequest,
  projectDetail,
  projectList,
  projectRemoved,
  projectRemoveQuery,
} from "./project.ts";
import type { Route } from "../api/route.ts";
import { syncReport, syncRequest } from "./sync.ts";

const ofProject = { path: "/api/v1/projects/:name", params: { name: projectName } } as const;

export const projectRoutes = {
  projects: {
    method: "GET",
    path: "/api/v1/projects",
    summary: "The projects, how their branches stand, and what keeps one from being worked on",
    status: 200,
    response: projectList,
    errors: [],
  },
  projectShow: {
    ...ofProject,
    method: "GET",
    summary: "One project, with what is being worked on and which files several commissions change",
    status: 200,
    response: projectDetail,
    errors: [404, 422],
  },
  projectAdd: {
    method: "POST",
    path: "/api/v1/projects",
    summary:
      "Add a repository as a project: its integration branch, that branch's worktree, and its entry in config.yaml; with `dryRun`, only say what would be done",
    body: projectAddRequest,
    status: 200,
    response: projectAdded,
    errors: [400, 409, 415, 422, 503],
  },
  projectSync: {
    method: "POST",
    path: `${ofProject.path}/sync`,
    params: ofProject.params,
    summary:
      "Bring the integration branch up to date with the person's branch; with `dryRun`, only say what would change",
    body: syncRequest,
    status: 200,
    response: syncReport,
    errors: [400, 404, 415, 422, 503],
  },
  projectRemove: {
    ...ofProject,
    method: "DELETE",
    summary:
      "Remove a project: its worktree where that is clean, and its entry in config.yaml. Branches and memory stay",
    query: projectRemoveQuery,
    status: 200,
    response: projectRemoved,
    errors: [404, 409, 422, 503],
  },
} as const satisfies Record<string, Route>;
