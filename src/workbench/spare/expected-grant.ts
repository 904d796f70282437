// Says which tools and limits the hall would grant to expected work now, without running any code of a package.
import type { SpareWork } from "../../contract/home/spare.ts";
import { discoverPackages, findByName } from "../../guild/roster/discover.ts";
import { type Grant, grantFor, narrowLimits } from "../../rules/limits/grant.ts";
import { offered } from "../../rules/limits/tools.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import type { WorkbenchDeps } from "../work/deps.ts";

/** Throws if the worker is not installed, or the work would be refused. */
export async function expectedGrant(
  deps: Pick<WorkbenchDeps, "packagePlaces" | "config">,
  work: SpareWork,
  { level }: Pick<SandboxProbe, "level">,
): Promise<Grant> {
  const roster = await discoverPackages(deps.packagePlaces);
  const worker = findByName(roster.workers, work.worker);
  if (!worker) throw new Error(`Worker "${work.worker}" is not installed.`);
  const granted = grantFor({
    ...work,
    context: "commission",
    model: work.model,
    worker: worker.metadata,
    toolboxes: roster.toolboxes.map(({ metadata }) => metadata),
    project: null,
    hasComments: false, // only work of a project is sent back
  });
  if (!granted.ok) throw new Error(granted.problem.message);
  const { grant } = granted;
  return {
    ...grant,
    tools: offered(grant.tools, level),
    limits: narrowLimits(grant.limits, deps.config.limits),
  };
}
