// The operations on projects that a person can ask for: listing and showing are here, adding and removing in the files
// beside.
import type { ProjectSettings } from "../../contract/home/config.ts";
import { type ProjectName, projectName } from "../../contract/home/ids.ts";
import type { DocumentsQuery } from "../../contract/project/documents.ts";
import { lookInFlight } from "../../git/review/in-flight.ts";
import { listDocuments } from "../../git/repository/list-documents.ts";
import { syncProject } from "../../git/projects/sync.ts";
import { createSerial } from "../../base/async/serial.ts";
import { addProject, orRefused, removeProject } from "./change-projects.ts";
import type { ProjectOperations } from "../http/project-operations.ts";
import { type EntryOrder, projectEntryOf } from "./project-entry.ts";
import { liveOf, noProject, type ProjectOperationsDeps, settingsOf } from "./projects-now.ts";

export function createProjectOperations(deps: ProjectOperationsDeps): ProjectOperations {
  const alone = createSerial(); // each examines all the others
  return {
    list: () => list(deps),
    show: (name) => show(deps, name),
    documents: (name, query) => orRefused(documents(deps, { project: name, ...query })),
    add: (request) =>
      telling(deps, request, () =>
        alone(() => orRefused(deps.inTurn(request.name, () => addProject(deps, request)))),
      ),
    sync: (name, order) =>
      telling(deps, order, () => orRefused(sync(deps, { project: name, dryRun: order.dryRun }))),
    showSetUp: (name, tree) => orRefused(deps.setUps.show(name, tree)),
    approveSetUp: (name, tree) =>
      telling(deps, { dryRun: false }, () => orRefused(deps.setUps.approve(name, tree))),
    remove: (name, order) =>
      telling(deps, order, () =>
        alone(() => orRefused(deps.inTurn(name, () => removeProject(deps, { name, dryRun: order.dryRun })))),
      ),
  };
}

/** Announces the change even if it was refused, because part of it may have been done. */
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

async function list(deps: ProjectOperationsDeps): ReturnType<ProjectOperations["list"]> {
  const projects = [];
  for (const [key, settings] of Object.entries(deps.config.now().projects)) {
    const name = projectName.parse(key);
    projects.push(await projectEntryOf(deps.git, await orderOf(deps, name, settings)));
  }
  return { projects };
}

async function show(deps: ProjectOperationsDeps, name: ProjectName): ReturnType<ProjectOperations["show"]> {
  const settings = settingsOf(deps, name);
  if (!settings) return noProject(name);
  const entry = await projectEntryOf(deps.git, await orderOf(deps, name, settings));
  const flying = await lookInFlight(deps.git, { project: name, live: deps.ledger.live() });
  return { ok: true, project: { ...entry, ...flying } };
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
): ReturnType<ProjectOperations["documents"]> {
  if (!settingsOf(deps, order.project)) return noProject(order.project);
  return { ok: true, found: await listDocuments(deps.git, order) };
}

async function sync(
  deps: ProjectOperationsDeps,
  order: { project: ProjectName; dryRun: boolean },
): ReturnType<ProjectOperations["sync"]> {
  if (!settingsOf(deps, order.project)) return noProject(order.project);
  const report = await deps.inTurn(order.project, () => syncProject(deps.git, order));
  if (order.dryRun) return { ok: true, report };
  void deps.bases.checkAgain(order.project); // the sync does not wait for the check
  if (report.moved) deps.reconsider();
  return { ok: true, report };
}
