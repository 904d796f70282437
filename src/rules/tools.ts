// Which tools a worker has: what the hall always gives, what its package declares, and nothing else.
import type { CommissionConfig } from "../contract/commission.ts";
import type { HallConfig } from "../contract/config.ts";
import { type ProjectName, reservedNames } from "../contract/ids.ts";
import type { Ceiling, Limits } from "../contract/limits.ts";
import { fileTools, type ToolboxMetadata, type WorkerMetadata } from "../contract/package.ts";
import { type Refusal, refuse } from "../contract/problem.ts";
import { systemToolboxes, wireName } from "../contract/system-toolboxes.ts";

export interface GrantedBox {
  name: string;
  /** null: all that it has, which is known only when it is loaded. */
  tools: readonly string[] | null;
}

export interface ToolSet {
  builtIn: readonly string[];
  toolboxes: readonly GrantedBox[];
}

export interface Grant {
  tools: ToolSet;
  limits: Limits;
  model: string | null;
}

/** A worker, and the toolboxes that there are for it. */
export interface Listed {
  worker: WorkerMetadata;
  toolboxes: readonly ToolboxMetadata[];
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

/** All that the package may use, before a commission narrows it, and the toolboxes it names that are not there. */
export function resolveTools({ worker, toolboxes }: Listed): { tools: ToolSet; missing: string[] } {
  const domain = worker.toolboxes.map((name) => ({ name, found: findBox(toolboxes, name) }));
  return {
    tools: {
      builtIn: [...new Set([...fileTools[worker.files], ...worker.builtInTools])],
      toolboxes: [
        ...Object.entries(systemToolboxes).map(([name, tools]) => ({ name, tools })),
        ...domain.flatMap(({ name, found }) => (found ? [{ name, tools: found.tools ?? null }] : [])),
      ],
    },
    missing: domain.filter(({ found }) => !found).map(({ name }) => name),
  };
}

/** The hall's own names are never resolved from packages: some of those toolboxes are not every worker's. */
function findBox(toolboxes: readonly ToolboxMetadata[], name: string): ToolboxMetadata | undefined {
  return reservedNames.includes(name) ? undefined : toolboxes.find((box) => box.identity.name === name);
}

/** Names as the model sees them; `mcp__mail__*` stands for all tools of a toolbox that has not been loaded. */
export function wireNames(tools: ToolSet): string[] {
  const ofBox = (box: GrantedBox) => (box.tools ?? ["*"]).map((tool) => wireName(box.name, tool));
  return [...tools.builtIn, ...tools.toolboxes.flatMap(ofBox)];
}

/** Those of the names that are not in the set. Of a toolbox that has not been loaded, any name may be. */
export function beyond(tools: ToolSet, names: readonly string[]): string[] {
  const known = new Set(wireNames(tools));
  const open = tools.toolboxes.filter((box) => box.tools === null).map((box) => wireName(box.name, ""));
  return names.filter((name) => !known.has(name) && !open.some((start) => isBelow(start, name)));
}

function isBelow(start: string, name: string): boolean {
  return name.startsWith(start) && name.length > start.length;
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

/** What a worker lacks, and what to do about it. */
export function missingText({ identity }: WorkerMetadata, missing: readonly string[]): string {
  const names = missing.map((name) => `"${name}"`).join(", ");
  const what = missing.length === 1 ? `toolbox ${names}, which is` : `toolboxes ${names}, which are`;
  return `Worker "${identity.name}" needs the ${what} not installed. Add it ("guild-hall package add"), or take it out of guildHall.toolboxes.`;
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

/** A hall's own bounds. They narrow whatever was granted, and nothing is refused because of them. */
export type HallBounds = Ceiling;

export function narrowLimits(limits: LeastLimits, hall: HallBounds): Limits {
  return least(limits, hall);
}

/** Keeps only the named tools. */
export function narrow(tools: ToolSet, names: readonly string[] | undefined): ToolSet {
  if (!names) return tools;
  const kept = new Set(names);
  return {
    builtIn: tools.builtIn.filter((tool) => kept.has(tool)),
    toolboxes: tools.toolboxes
      .map((box) => ({ name: box.name, tools: keptOf(box, kept) }))
      .filter((box) => box.tools === null || box.tools.length > 0),
  };
}

/** Of a toolbox that has not been loaded, those that are named, whether or not it will have them. */
function keptOf({ name, tools }: GrantedBox, kept: ReadonlySet<string>): readonly string[] | null {
  if (tools !== null) return tools.filter((tool) => kept.has(wireName(name, tool)));
  if (kept.has(wireName(name, "*"))) return null;
  const start = wireName(name, "");
  return [...kept].filter((wire) => isBelow(start, wire)).map((wire) => wire.slice(start.length));
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
  };
}

function widens(message: string, hint: string): Refusal {
  return refuse("widens", message, hint);
}
