// What each route about projects does, once its request has been taken apart and found sound.
import type { Actions } from "./actions.ts";
import { answer, json } from "./answers.ts";
import type { ProjectOperations } from "./project-operations.ts";

export type ProjectActions = Pick<
  Actions,
  | "projects"
  | "projectShow"
  | "projectDocuments"
  | "projectAdd"
  | "projectSync"
  | "projectRemove"
  | "setUpTree"
  | "setUpApprove"
>;

export function createProjectActions(projects: ProjectOperations): ProjectActions {
  return {
    projects: async () => json(200, await projects.list()),
    projectShow: async ({ params }) => answer(await projects.show(params.name), (found) => found.project),
    projectDocuments: async ({ params, query }) =>
      answer(await projects.documents(params.name, query), ({ found }) => found),
    projectAdd: async ({ body }) => answer(await projects.add(body), (done) => done.added),
    projectSync: async ({ params, body }) =>
      answer(await projects.sync(params.name, body), (done) => done.report),
    setUpTree: async ({ params, query }) =>
      answer(await projects.showSetUp(params.name, query.tree), ({ shown }) => shown),
    setUpApprove: async ({ params, body }) =>
      answer(await projects.approveSetUp(params.name, body.tree), ({ shown }) => shown),
    projectRemove: async ({ params, query }) =>
      answer(await projects.remove(params.name, { dryRun: query.dryRun === "true" }), (done) => done.removed),
  };
}
