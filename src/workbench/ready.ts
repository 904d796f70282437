// All that is read from the installation, before the workbench takes its lock: from then on the installation may be
// replaced under it. What cannot be read is told once the lock is there, as the reason why no session began.
import { activateWorker } from "../roster/activate.ts";
import { discoverPackages, findByName } from "../roster/discover.ts";
import { commissionGuidance } from "../rules/prompts.ts";
import type { Dossier } from "../rules/state.ts";
import { type Grant, grantFor, narrowLimits, projectBounds } from "../rules/tools.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import type { WorkbenchDeps } from "./deps.ts";
import { gatherMemory, type GivenMemory } from "./memory.ts";

export interface Ready {
  systemPrompt: string;
  /** What of it is remembered, to be on record before the session begins. */
  memory: GivenMemory["fact"];
  grant: Grant;
  probe: SandboxProbe;
}

export type Readiness = { ok: true; ready: Ready } | { ok: false; error: unknown };

export async function makeReady(deps: WorkbenchDeps, order: Order): Promise<Readiness> {
  try {
    const [activated, probe] = await Promise.all([activate(deps, order), deps.probeSandbox()]);
    return { ok: true, ready: { ...activated, probe } };
  } catch (error) {
    return { ok: false, error };
  }
}

/** What was asked, and within which limits the hall dispatched it. */
type Order = Pick<Dossier, "request" | "limits">;

async function activate(deps: WorkbenchDeps, { request, limits }: Order): Promise<Omit<Ready, "probe">> {
  const roster = await discoverPackages(deps.packagePlaces);
  const worker = findByName(roster.workers, request.worker);
  if (!worker)
    throw new Error(`Worker "${request.worker}" is not installed. Run "guild-hall workers" to see who is.`);
  const granted = grantFor({
    worker: worker.metadata,
    toolboxes: roster.toolboxes.map(({ metadata }) => metadata),
    config: request.config,
    project: projectBounds(deps.config.projects, request.project),
  });
  if (!granted.ok) throw new Error(granted.problem.message);
  const memory = await gatherMemory(deps, { request });
  const activated = await activateWorker({
    worker,
    grant: { ...granted.grant, limits: narrowLimits(granted.grant.limits, limits ?? granted.grant.limits) },
    guidance: commissionGuidance,
    memory: memory.text,
    load: deps.loadPackage,
  });
  return { ...activated, memory: memory.fact };
}
