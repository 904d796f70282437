// Decides which tools and limits one commission gets. The worker's package and the project give defaults, a person may
// ask for more or less, and the project's ceiling and the hall's limits bound everything.
import type { CommissionConfig, CreatedBy } from "../../contract/commission/commission.ts";
import { findProject, type HallConfig } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { Ceiling, Limits } from "../../contract/commission/limits.ts";
import type { ModelChoice } from "../../contract/commission/model-choice.ts";
import type { WorkerMetadata } from "../../contract/package/package.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import {
  beyond,
  missingText,
  narrow,
  resolveTools,
  type ToolOrder,
  type ToolSet,
  wireNames,
  withReview,
} from "./tools.ts";

export interface Grant {
  tools: ToolSet;
  limits: Limits;
  model: string | null;
}

/** The limits that a request for a commission may set. */
const askable = ["maxTurns", "maxBudgetUsd", "maxSeconds"] as const;
type Askable = (typeof askable)[number];
type AskableLimits = Pick<Ceiling, Askable>;

/** The limits of the project that a commission belongs to. */
export interface ProjectBounds {
  name: string;
  /** Defaults that replace the package's. */
  limits: AskableLimits;
  /** The most that a person may ask for. */
  ceiling: AskableLimits;
}

/** Returns the limits of a project; `null` if the commission belongs to no project. */
export function projectBounds(
  projects: HallConfig["projects"],
  name: ProjectName | null | undefined,
): ProjectBounds | null {
  if (name === null || name === undefined) return null;
  const { limits = {}, ceiling = {} } = findProject(projects, name) ?? {};
  return { name, limits, ceiling };
}

export interface GrantOrder extends ToolOrder {
  config: CommissionConfig;
  /** The model that was chosen when the commission was accepted; `undefined` if an older release accepted it. */
  model: ModelChoice | undefined;
  /**
   * Only a person may ask for more than the defaults. The hall itself records who asked, so a request cannot
   * pretend to come from a person.
   */
  createdBy: CreatedBy;
  project: ProjectBounds | null;
  /** Whether a person sent the earlier work back with comments, which the worker is to answer. */
  hasComments: boolean;
}

/**
 * Returns the tools and limits of this commission. Refuses tools that the package does not have. A missing
 * toolbox is refused last, so that the code `missing_toolbox` means that nothing else is wrong. Limits above
 * the project's ceiling are lowered to it. `refuseLimits` has refused them at the request, but the ceiling
 * may have been set since.
 */
export function grantFor(order: GrantOrder): { ok: true; grant: Grant } | Refusal {
  const { worker, config } = order;
  const { tools: own, missing } = resolveTools(order);
  const tools = order.hasComments ? withReview(own) : own;
  const refusal = widerTools(order, { tools, missing });
  if (refusal) return refusal;
  if (missing.length > 0) return refuse("missing_toolbox", missingText(worker, missing));
  return {
    ok: true,
    grant: {
      tools: narrow(tools, config.tools),
      limits: limitsFor(order),
      model: modelFor(order),
    },
  };
}

function modelFor({ model, config, worker }: GrantOrder): string | null {
  return model === undefined ? (config.model ?? worker.model ?? null) : model.name;
}

function limitsFor(order: GrantOrder): Limits {
  const { createdBy, project } = order;
  const defaults = defaultsOf(order);
  const asked = named(order.config);
  const wanted = createdBy === "person" ? { ...defaults, ...asked } : least(defaults, asked);
  return least(wanted, project?.ceiling ?? {});
}

/** Returns the limits of a request that sets none: those of the project, else those of the package. */
function defaultsOf({ worker, project }: Pick<GrantOrder, "worker" | "project">): LeastLimits {
  return { ...worker.limits, ...named(project?.limits ?? {}) };
}

function named(limits: AskableLimits): Partial<Record<Askable, number>> {
  return Object.fromEntries(askable.flatMap((key) => (limits[key] == null ? [] : [[key, limits[key]]])));
}

/**
 * Refuses limits that may not be asked for; `null` if all may. Only a person may go above the defaults, up to
 * the project's ceiling and the hall's own limits.
 */
export function refuseLimits(order: GrantOrder, hall: HallBounds): Refusal | null {
  for (const key of askable) {
    const asked = order.config[key];
    if (asked === undefined) continue;
    const bound = order.createdBy === "person" ? boundOf(key, order.project, hall) : defaultOf(key, order);
    if (bound === null || asked <= bound.most) continue;
    return widens(
      `config.${key} is ${asked}; ${bound.whose} at most ${bound.most} (${bound.where}).`,
      bound.hint,
    );
  }
  return null;
}

interface Bound {
  most: number;
  whose: string;
  where: string;
  hint: string;
}

/** Returns the lower of the hall's and the project's bounds; `null` if there is none. */
function boundOf(key: Askable, project: ProjectBounds | null, hall: HallBounds): Bound | null {
  const bounds: Bound[] = [
    ...boundAt(hall[key], { whose: "the hall allows", setting: `limits.${key}` }),
    ...boundAt(project?.ceiling[key], {
      whose: `project "${project?.name}" allows`,
      setting: `projects.${project?.name}.ceiling.${key}`,
    }),
  ];
  return bounds.toSorted((one, other) => one.most - other.most)[0] ?? null;
}

function boundAt(
  most: number | null | undefined,
  { whose, setting }: { whose: string; setting: string },
): Bound[] {
  if (most === null || most === undefined) return [];
  const hint = `Ask for ${most} or less, or raise the bound: guild-hall config set ${setting} N.`;
  return [{ most, whose, where: `${setting} in config.yaml`, hint }];
}

/** Returns the default as a bound, for requests that do not come from a person; `null` if there is no default. */
function defaultOf(key: Askable, order: GrantOrder): Bound | null {
  const { worker, project } = order;
  const most = defaultsOf(order)[key];
  if (most === null || most === undefined) return null;
  const isProject = project !== null && project.limits[key] != null;
  return {
    most,
    whose: isProject ? `project "${project.name}" has` : `worker "${worker.identity.name}" has`,
    where: isProject ? `projects.${project.name}.limits.${key} in config.yaml` : "its package",
    hint: `Ask for ${most} or less. Only a person may ask for more than a default.`,
  };
}

function widerTools({ worker, config }: GrantOrder, { tools, missing }: ReturnType<typeof resolveTools>) {
  // The tools of a missing toolbox are not known, so any of its names is accepted here.
  const unknown = missing.map((name) => ({ name, tools: null }));
  const extra = beyond({ ...tools, toolboxes: [...tools.toolboxes, ...unknown] }, config.tools ?? []);
  if (extra.length === 0) return null;
  return widens(
    `Worker "${worker.identity.name}" does not have ${extra.join(", ")}.`,
    `It has: ${wireNames(tools).join(", ")}.`,
  );
}

function widens(message: string, hint: string): Refusal {
  return refuse("widens", message, hint);
}

/** The hall's own bounds, which apply to every commission. */
export type HallBounds = Ceiling;

export function narrowLimits(limits: LeastLimits, hall: HallBounds): Limits {
  return least(limits, hall);
}

type LeastLimits = Ceiling & Pick<Limits, "maxTurns" | "maxBudgetUsd">;

/** Returns for each limit the smallest of the given values. */
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

/** Whether a worker cannot change any file of its project except documents under `.lore/`. */
export function changesNoFiles({ files, checkout }: WorkerRights): boolean {
  return checkout === "sparse" || files === "read"; // a shell of such a worker runs on a copy
}

type WorkerRights = Pick<WorkerMetadata, "files" | "checkout">;
