// What one commission may use: its worker's tools, narrowed, within the limits of package, project, commission and hall.
import type { CommissionConfig } from "../contract/commission.ts";
import type { HallConfig } from "../contract/config.ts";
import type { ProjectName } from "../contract/ids.ts";
import type { Ceiling, Limits } from "../contract/limits.ts";
import type { WorkerMetadata } from "../contract/package.ts";
import { type Refusal, refuse } from "../contract/problem.ts";
import { beyond, type Listed, missingText, narrow, resolveTools, type ToolSet, wireNames } from "./tools.ts";

export interface Grant {
  tools: ToolSet;
  limits: Limits;
  model: string | null;
}

/** A project that a commission belongs to. What it names of the limits stands in the place of the package's. */
export interface ProjectBounds {
  name: string;
  limits: Pick<Ceiling, "maxTurns" | "maxBudgetUsd" | "maxSeconds">;
}

/** null: it belongs to no project. */
export function projectBounds(
  projects: HallConfig["projects"],
  name: ProjectName | null | undefined,
): ProjectBounds | null {
  if (name === null || name === undefined) return null;
  return { name, limits: Object.hasOwn(projects, name) ? (projects[name]?.limits ?? {}) : {} };
}

export interface GrantOrder extends Listed {
  config: CommissionConfig;
  project: ProjectBounds | null;
}

/**
 * What this commission may use: the package's grant, narrowed. Asking for more than the package has is refused. A
 * toolbox that is not there is refused last, as `missing_toolbox`: nothing else is wrong then.
 */
export function grantFor(order: GrantOrder): { ok: true; grant: Grant } | Refusal {
  const { worker, config, project } = order;
  const { tools, missing } = resolveTools(order);
  const allowed = { ...worker.limits, ...named(project?.limits ?? {}) };
  const refusal = widerTools(order, { tools, missing }) ?? widerLimits(order, allowed);
  if (refusal) return refusal;
  if (missing.length > 0) return refuse("missing_toolbox", missingText(worker, missing));
  return {
    ok: true,
    grant: {
      tools: narrow(tools, config.tools),
      limits: least(allowed, config),
      model: config.model ?? worker.model ?? null,
    },
  };
}

function named(limits: ProjectBounds["limits"]): Partial<Record<keyof ProjectBounds["limits"], number>> {
  return Object.fromEntries(
    Object.entries(limits).filter(([, value]) => value !== undefined && value !== null),
  );
}

function widerTools({ worker, config }: GrantOrder, { tools, missing }: ReturnType<typeof resolveTools>) {
  // What a toolbox would have that is not there cannot be known.
  const unknown = missing.map((name) => ({ name, tools: null }));
  const extra = beyond({ ...tools, toolboxes: [...tools.toolboxes, ...unknown] }, config.tools ?? []);
  if (extra.length === 0) return null;
  return widens(
    `Worker "${worker.identity.name}" does not have ${extra.join(", ")}.`,
    `It has: ${wireNames(tools).join(", ")}.`,
  );
}

function widerLimits({ worker, config, project }: GrantOrder, allowed: LeastLimits): Refusal | null {
  for (const key of ["maxTurns", "maxBudgetUsd", "maxSeconds"] as const) {
    const asked = config[key];
    const most = allowed[key];
    if (asked === undefined || asked <= (most ?? Infinity)) continue;
    const whose = project?.limits[key] ? `project "${project.name}"` : `worker "${worker.identity.name}"`;
    return widens(`config.${key} is ${asked}; ${whose} allows at most ${most}.`, `Ask for ${most} or less.`);
  }
  return null;
}

function widens(message: string, hint: string): Refusal {
  return refuse("widens", message, hint);
}

/** A hall's own bounds. They narrow whatever was granted, and nothing is refused because of them. */
export type HallBounds = Ceiling;

export function narrowLimits(limits: LeastLimits, hall: HallBounds): Limits {
  return least(limits, hall);
}

type LeastLimits = Ceiling & Pick<Limits, "maxTurns" | "maxBudgetUsd">;

/** Of each limit the smallest that anybody named. */
export function least(first: LeastLimits, ...rest: Ceiling[]): Limits {
  const smallest = (key: keyof Limits) => {
    const named = [first, ...rest].flatMap((limits) => limits[key] ?? []);
    return named.length === 0 ? null : Math.min(...named);
  };
  return {
    maxTurns: smallest("maxTurns") ?? first.maxTurns,
    maxBudgetUsd: smallest("maxBudgetUsd") ?? first.maxBudgetUsd,
    maxSeconds: smallest("maxSeconds"),
    memoryMb: smallest("memoryMb"),
    processes: smallest("processes"),
    diskMb: smallest("diskMb"),
    files: smallest("files"),
  };
}

/** Whether a worker can change no file of its project but documents under `.lore/`: it reviews, or does research. */
export function changesNoFiles({ files, checkout, builtInTools }: WorkerRights): boolean {
  return checkout === "sparse" || (files === "read" && !builtInTools.includes("Bash"));
}

type WorkerRights = Pick<WorkerMetadata, "files" | "checkout" | "builtInTools">;
