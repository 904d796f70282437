// Reads everything from the installation before the workbench takes its lock, because an upgrade may replace the
// installation afterwards. A failure is reported under the lock, as the reason why no session began.
import type { PathsFact } from "../../contract/commission/instructions.ts";
import type { Toolbox } from "../../contract/kit/index.ts";
import { activateWorker } from "../../guild/roster/activate.ts";
import { discoverPackages, findByName } from "../../guild/roster/discover.ts";
import { hasComments } from "../../rules/commission/comments.ts";
import { guidanceFor } from "../../rules/prompt/prompts.ts";
import { acceptanceChecks } from "../../rules/prompt/work-facts.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { type Grant, grantFor, narrowLimits, projectBounds } from "../../rules/limits/grant.ts";
import { offered } from "../../rules/limits/tools.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import { type OfferedChecks, createOfferedChecks } from "./offered-checks.ts";
import type { WorkbenchDeps } from "./deps.ts";
import { findNamed, readInstructions, tellWords, type ToldWords } from "./instructions.ts";
import { loadToolboxes } from "./load-toolboxes.ts";
import { gatherMemory, type GivenMemory } from "./memory.ts";
import { shownTo } from "./repository-mounts.ts";
import { createRepository } from "./repository.ts";

export interface Ready {
  systemPrompt: string;
  /** Which memory the prompt contains. It is recorded before the session begins. */
  memory: GivenMemory;
  grant: Grant;
  /** The granted parts of the packages' toolboxes. */
  toolboxes: Toolbox[];
  offeredChecks: OfferedChecks;
  probe: SandboxProbe;
  /** The words of the project for the worker. */
  told: ToldWords;
  /** Returns the parts of the project's repository that the sandbox shows. */
  shown(bench: Parameters<typeof shownTo>[1]): ReturnType<typeof shownTo>;
  /** The paths that the task names and the project has; `null` if there are none. */
  named: PathsFact | null;
}

export type Readiness = { ok: true; ready: Ready } | { ok: false; error: unknown };

export async function makeReady(deps: WorkbenchDeps, order: Order): Promise<Readiness> {
  try {
    return { ok: true, ready: await activate(deps, order) };
  } catch (error) {
    return { ok: false, error };
  }
}

/** The request, and the limits, the worktree and the checks with which the hall dispatched it. */
type Order = Pick<CommissionRecord, "request" | "limits" | "tree" | "checks" | "instructions">;

/** The kind of work that this workbench does. */
const context = "commission";

async function activate(
  deps: WorkbenchDeps,
  { request, limits, tree, checks: acceptance, instructions }: Order,
): Promise<Ready> {
  const [roster, memory, probe, words, named] = await Promise.all([
    discoverPackages(deps.packagePlaces),
    gatherMemory(deps, { request }),
    deps.probeSandbox(),
    readInstructions(deps, { tree, instructions }),
    findNamed(deps, { request, tree, instructions }),
  ]);
  const worker = findByName(roster.workers, request.worker);
  if (!worker)
    throw new Error(
      `Worker "${request.worker}" is not installed. Run "guild-hall workers" to see who is, and what was passed over.`,
    );
  const granted = grantFor({
    context,
    worker: worker.metadata,
    toolboxes: roster.toolboxes.map(({ metadata }) => metadata),
    config: request.config,
    model: request.model,
    createdBy: request.createdBy,
    project: projectBounds(deps.config.projects, request.project),
    hasComments: hasComments(request),
  });
  if (!granted.ok) throw new Error(granted.problem.message);
  const { grant } = granted;
  const offeredChecks = createOfferedChecks(deps, {
    ...deps.config.checks,
    // In a sparse checkout the acceptance checks could only fail.
    ...(tree?.checkout === "sparse" ? {} : Object.fromEntries(acceptanceChecks(acceptance))),
  });
  const { checks } = offeredChecks;
  const repository = tree && createRepository(deps, { id: request.id, tree, ...offeredChecks });
  const loading = { roster, tools: offered(grant.tools, probe.level), request, checks, repository };
  const { boxes, tools } = await loadToolboxes(deps, loading);
  const activated = await activateWorker({
    context,
    worker,
    grant: { ...grant, tools, limits: narrowLimits(grant.limits, limits ?? grant.limits) },
    withheld: grant.tools.builtIn.filter((tool) => !tools.builtIn.includes(tool)),
    project: request.project === null ? null : { name: request.project },
    guidance: guidanceFor(request),
    memory: memory.text,
    load: deps.loadPackage,
    clock: deps.clock,
  });
  const told = tellWords(deps, { words, builtInTools: activated.grant.tools.builtIn, probe, id: request.id });
  const shown: Ready["shown"] = (bench) => shownTo(deps, bench, probe);
  return { ...activated, memory, toolboxes: boxes, offeredChecks, probe, told, named, shown };
}
