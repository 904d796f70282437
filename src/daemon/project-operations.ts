// Projects as a person asks for them: listed and shown here, added and removed beside.
import { type ProjectName, projectName } from "../contract/ids.ts";
import { lookInFlight } from "../git/in-flight.ts";
import { syncProject } from "../git/sync.ts";
import { createSerial } from "../host/serial.ts";
import { addProject, orRefused, removeProject } from "./change-projects.ts";
import type { ProjectOperations } from "./http/project-operations.ts";
import { projectEntryOf } from "./project-entry.ts";
import { liveOf, noProject, type ProjectOperationsDeps, settingsOf } from "./projects-now.ts";

export function createProjectOperations(deps: ProjectOperationsDeps): ProjectOperations {
  const alone = createSerial(); // each looks at all the others
  return {
    list: () => list(deps),
    show: (name) => show(deps, name),
    add: (request) => alone(() => orRefused(deps.inTurn(request.name, () => addProject(deps, request)))),
    sync: (name, { dryRun }) => orRefused(sync(deps, { project: name, dryRun })),
    remove: (name, { dryRun }) =>
      alone(() => orRefused(deps.inTurn(name, () => removeProject(deps, { name, dryRun })))),
  };
}

async function list(deps: ProjectOperationsDeps): ReturnType<ProjectOperations["list"]> {
  const projects = [];
  for (const [key, settings] of Object.entries(deps.config.now().projects)) {
    const name = projectName.parse(key);
    projects.push(await projectEntryOf(deps.git, { name, settings, live: liveOf(deps, name) }));
  }
  return { projects };
}

async function show(deps: ProjectOperationsDeps, name: ProjectName): ReturnType<ProjectOperations["show"]> {
  const settings = settingsOf(deps, name);
  if (!settings) return noProject(name);
  const entry = await projectEntryOf(deps.git, { name, settings, live: liveOf(deps, name) });
  const flying = await lookInFlight(deps.git, { project: name, live: deps.ledger.live() });
  return { ok: true, project: { ...entry, ...flying } };
}

async function sync(
  deps: ProjectOperationsDeps,
  order: { project: ProjectName; dryRun: boolean },
): ReturnType<ProjectOperations["sync"]> {
  if (!settingsOf(deps, order.project)) return noProject(order.project);
  const report = await deps.inTurn(order.project, () => syncProject(deps.git, order));
  if (report.moved) deps.reconsider();
  return { ok: true, report };
}
