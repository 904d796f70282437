// Loads the code of one package as a workbench would, and reports what is wrong with its exports. The package's own
// code runs here, so the caller must run this in a separate process.
import { messageOf } from "../../base/text/message-of.ts";
import { type WorkContext, workContexts } from "../../contract/package/system-toolboxes.ts";
import type { Clock } from "../../host/clock.ts";
import { guidanceIn } from "../../rules/prompt/prompts.ts";
import { least } from "../../rules/limits/grant.ts";
import { resolveTools } from "../../rules/limits/tools.ts";
import { activateWorker } from "../roster/activate.ts";
import { discoverPackages, type Roster } from "../roster/discover.ts";
import { loadToolbox } from "../roster/load-toolbox.ts";
import type { PackagePlace } from "../roster/places.ts";
import { readPackage, type SoundPackage } from "../roster/read-package.ts";

export interface TryOrder {
  directory: string;
  /** The directories that hold the toolboxes that the package may declare. */
  places: readonly PackagePlace[];
  load(entry: string): Promise<unknown>;
  clock: Pick<Clock, "after">;
}

/** Returns one sentence per mistake. */
export async function tryCode(order: TryOrder): Promise<string[]> {
  const read = await readPackage(order.directory);
  if (!read.ok) return ["It cannot be read any more."];
  const roster = await discoverPackages(order.places);
  const tried = { found: read.found, roster };
  const ofToolbox = await tryToolbox(order, tried);
  // If the package's toolbox is broken, its worker is not tried, because it may need that toolbox.
  return ofToolbox.length > 0 ? ofToolbox : tryWorker(order, tried);
}

interface Tried {
  found: SoundPackage;
  roster: Roster;
}

/** Loads the toolbox with empty settings, as if none were configured, because it has to load then too. */
async function tryToolbox({ load, clock }: TryOrder, { found }: Tried): Promise<string[]> {
  const { toolbox } = found;
  if (!toolbox) return [];
  const context = {
    settings: {},
    checks: { list: () => [], run: async (name: string) => Promise.reject(new Error(`no check "${name}"`)) },
    repository: null,
    commission: { id: nobody, worker: toolbox.identity.name, project: null, rehearsed: true },
  };
  const one = packageOf(found, toolbox);
  return problemsOf(() => loadToolbox({ toolbox: one, load, clock, context }));
}

const nobody = "00000000-0000-7000-8000-000000000000";

/** Activates the worker for each kind of work. A mistake that shows in several is named once. */
async function tryWorker(order: TryOrder, tried: Tried): Promise<string[]> {
  const problems: string[] = [];
  for (const context of workContexts) problems.push(...(await tryIn(context, order, tried)));
  return [...new Set(problems)];
}

/** Uses only the metadata of other toolboxes, because their code is not under trial. */
async function tryIn(
  context: WorkContext,
  { load, clock }: TryOrder,
  { found, roster }: Tried,
): Promise<string[]> {
  const { worker, toolbox } = found;
  if (!worker) return [];
  const others = roster.toolboxes.map(({ metadata }) => metadata);
  const { tools } = resolveTools({ worker, toolboxes: toolbox ? [toolbox, ...others] : others, context });
  const grant = { tools, limits: least(worker.limits), model: worker.model ?? null };
  const one = packageOf(found, worker);
  const guidance = guidanceIn[context];
  const handed = { context, grant, guidance, withheld: [], project: null, memory: "" };
  return problemsOf(() => activateWorker({ worker: one, ...handed, load, clock }));
}

function packageOf<M>({ directory, entry }: SoundPackage, metadata: M) {
  return { metadata, directory, entry, source: "linked" as const, problems: [] };
}

async function problemsOf(attempt: () => Promise<unknown>): Promise<string[]> {
  try {
    await attempt();
    return [];
  } catch (error) {
    return [messageOf(error)];
  }
}
