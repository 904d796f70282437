// Answers a person's requests on projects: list and show them, sync one, list its documents, approve a git
// tree for its set-up command. Adding and removing are in change-projects.ts.
import type { ProjectSettings } from "../../contract/home/config.ts";
import { type ProjectName, projectName } from "../../contract/home/ids.ts";
import type { Operations } from "../../contract/api/operation.ts";
import { done, type Outcome } from "../../contract/api/problem.ts";
import type { DocumentList, documentRoutes, DocumentsQuery } from "../../contract/project/documents.ts";
import type { PathList, pathRoutes, PathsQuery } from "../../contract/project/paths.ts";
import type { ProjectDetail, ProjectList } from "../../contract/project/project.ts";
import type { projectRoutes } from "../../contract/project/project-routes.ts";
import type { setUpRoutes } from "../../contract/project/set-up.ts";
import type { SyncReport } from "../../contract/project/sync.ts";
import { lookInFlight } from "../../git/review/in-flight.ts";
import { listDocuments } from "../../git/repository/list-documents.ts";
import { listPaths } from "../../git/repository/list-paths.ts";
import { syncProject } from "../../git/projects/sync.ts";
import { createSerial } from "../../base/async/serial.ts";
import { addProject, orRefused, removeProject } from "./change-projects.ts";
import type { ProposeDeps } from "./propose-settings.ts";
import { type EntryOrder, projectEntryOf } from "./project-entry.ts";
import { liveOf, noProject, type ProjectOperationsDeps, settingsOf } from "./projects-now.ts";

export type ProjectOperations = Pick<
  Operations,
  | keyof typeof projectRoutes
  | keyof typeof documentRoutes
  | keyof typeof pathRoutes
  | keyof typeof setUpRoutes
>;

export function createProjectOperations(deps: ProjectOperationsDeps & ProposeDeps): ProjectOperations {
  const alone = createSerial(); // adding or removing a project examines all the others, so only one runs at a time
  return {
    projects: async () => done(await listProjects(deps)),
    projectShow: ({ params }) => show(deps, params.name),
    projectDocuments: ({ params, query }) => orRefused(documents(deps, { project: params.name, ...query })),
    projectPaths: ({ params, query }) => orRefused(paths(deps, { project: params.name, ...query })),
    projectAdd: ({ body }) =>
      telling(deps, body, () => alone(() => orRefused(deps.inTurn(body.name, () => addProject(deps, body))))),
    projectSync: ({ params, body }) =>
      telling(deps, body, () => orRefused(sync(deps, { project: params.name, dryRun: body.dryRun }))),
    setUpTree: ({ params, query }) => orRefused(deps.setUps.show(params.name, query.tree)),
    setUpApprove: ({ params, body }) =>
      telling(deps, { dryRun: false }, () => orRefused(deps.setUps.approve(params.name, body.tree))),
    projectRemove: ({ params: { name }, query }) => {
      const order = { name, dryRun: query.dryRun === "true" };
      return telling(deps, order, () =>
        alone(() => orRefused(deps.inTurn(name, () => removeProject(deps, order)))),
      );
    },
  };
}

/** Runs `work`, then announces the change even if it was refused, because part of it may have been done. */
async function telling<T>(
  { changed }: ProjectOperationsDeps,
  { dryRun }: { dryRun: boolean },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    if (!dryRun) changed();
  }
}

export async function listProjects(deps: ProjectOperationsDeps): Promise<ProjectList> {
  const projects = [];
  for (const [key, settings] of Object.entries(deps.config.now().projects)) {
    const name = projectName.parse(key);
    projects.push(await projectEntryOf(deps.git, await orderOf(deps, name, settings)));
  }
  return { projects };
}

async function show(deps: ProjectOperationsDeps, name: ProjectName): Promise<Outcome<ProjectDetail>> {
  const settings = settingsOf(deps, name);
  if (!settings) return noProject(name);
  const entry = await projectEntryOf(deps.git, await orderOf(deps, name, settings));
  const flying = await lookInFlight(deps.git, { project: name, live: deps.ledger.live() });
  return done({ ...entry, ...flying });
}

async function orderOf(
  deps: ProjectOperationsDeps,
  name: ProjectName,
  settings: ProjectSettings,
): Promise<EntryOrder> {
  return { name, settings, live: liveOf(deps, name), base: await deps.bases.state(name) };
}

async function documents(
  deps: ProjectOperationsDeps,
  order: DocumentsQuery & { project: ProjectName },
): Promise<Outcome<DocumentList>> {
  if (!settingsOf(deps, order.project)) return noProject(order.project);
  return done(await listDocuments(deps.git, order));
}

async function paths(
  deps: ProjectOperationsDeps,
  order: PathsQuery & { project: ProjectName },
): Promise<Outcome<PathList>> {
  if (!settingsOf(deps, order.project)) return noProject(order.project);
  return done(await listPaths(deps.git, order));
}

async function sync(
  deps: ProjectOperationsDeps,
  order: { project: ProjectName; dryRun: boolean },
): Promise<Outcome<SyncReport>> {
  if (!settingsOf(deps, order.project)) return noProject(order.project);
  const report = await deps.inTurn(order.project, () => syncProject(deps.git, order));
  if (order.dryRun) return done(report);
  void deps.bases.checkAgain(order.project); // the sync does not wait for the check
  if (report.moved) deps.reconsider();
  return done(report);
}
