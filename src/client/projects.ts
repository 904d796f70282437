// The part of the client that is about projects.
import { routes } from "../contract/api/api.ts";
import type { DocumentList } from "../contract/project/documents.ts";
import type { ProjectName } from "../contract/home/ids.ts";
import type {
  ProjectAdded,
  ProjectAddRequest,
  ProjectDetail,
  ProjectList,
  ProjectRemoved,
} from "../contract/project/project.ts";
import type { SetUpTree } from "../contract/project/set-up.ts";
import type { SyncReport } from "../contract/project/sync.ts";
import { type Line, send } from "./send.ts";

export interface ProjectsClient {
  list(signal?: AbortSignal): Promise<ProjectList>;
  show(name: ProjectName, signal?: AbortSignal): Promise<ProjectDetail>;
  documents(name: ProjectName, query?: { text?: string; limit?: number }): Promise<DocumentList>;
  add(request: ProjectAddRequest): Promise<ProjectAdded>;
  sync(name: ProjectName, order: { dryRun: boolean }): Promise<SyncReport>;
  remove(name: ProjectName, order: { dryRun: boolean }): Promise<ProjectRemoved>;
  /** How a tree, whose set-up waits for approval, differs from the person's branch. */
  setUp(name: ProjectName, query: { tree: string }): Promise<SetUpTree>;
  approveSetUp(name: ProjectName, body: { tree: string }): Promise<SetUpTree>;
}

export function createProjectsClient(line: Line): ProjectsClient {
  return {
    list: (signal) => send(line, { route: routes.projects, signal }),
    show: (name, signal) => send(line, { route: routes.projectShow, params: { name }, signal }),
    documents: (name, query = {}) => send(line, { route: routes.projectDocuments, params: { name }, query }),
    add: (body) => send(line, { route: routes.projectAdd, body }),
    sync: (name, body) => send(line, { route: routes.projectSync, params: { name }, body }),
    setUp: (name, query) => send(line, { route: routes.setUpTree, params: { name }, query }),
    approveSetUp: (name, body) => send(line, { route: routes.setUpApprove, params: { name }, body }),
    remove: (name, query) => send(line, { route: routes.projectRemove, params: { name }, query }),
  };
}
