// Which tools a worker has: what the hall always gives, what its package declares, and nothing else.
import type { CommissionConfig } from "../contract/commission.ts";
import type { Ceiling, Limits } from "../contract/limits.ts";
import { fileTools, type WorkerMetadata } from "../contract/package.ts";
import { type Refusal, refuse } from "../contract/problem.ts";
import { systemToolboxes, wireName } from "../contract/system-toolboxes.ts";

export interface ToolSet {
  builtIn: readonly string[];
  toolboxes: readonly { name: string; tools: readonly string[] }[];
}

export interface Grant {
  tools: ToolSet;
  limits: Limits;
  model: string | null;
}

/** All that the package may use, before a commission narrows it. */
export function resolveTools(worker: WorkerMetadata): ToolSet {
  return {
    builtIn: [...fileTools[worker.files], ...worker.builtInTools],
    toolboxes: Object.entries(systemToolboxes).map(([name, tools]) => ({ name, tools })),
  };
}

/** Names as the model sees them. */
export function wireNames(tools: ToolSet): string[] {
  return [
    ...tools.builtIn,
    ...tools.toolboxes.flatMap((box) => box.tools.map((tool) => wireName(box.name, tool))),
  ];
}

/** What this commission may use: the package's grant, narrowed. Asking for more than the package has is refused. */
export function grantFor(
  worker: WorkerMetadata,
  config: CommissionConfig,
): { ok: true; grant: Grant } | Refusal {
  const { name } = worker.identity;
  const tools = resolveTools(worker);
  const extra = config.tools?.filter((tool) => !wireNames(tools).includes(tool)) ?? [];
  if (extra.length > 0)
    return widens(
      `Worker "${name}" does not have ${extra.join(", ")}.`,
      `It has: ${wireNames(tools).join(", ")}.`,
    );
  for (const key of ["maxTurns", "maxBudgetUsd", "maxSeconds"] as const) {
    const asked = config[key];
    const most = worker.limits[key];
    if (asked !== undefined && asked > (most ?? Infinity)) {
      return widens(
        `config.${key} is ${asked}; worker "${name}" allows at most ${most}.`,
        `Ask for ${most} or less.`,
      );
    }
  }
  return {
    ok: true,
    grant: {
      tools: narrow(tools, config.tools),
      limits: least(worker.limits, config),
      model: config.model ?? worker.model ?? null,
    },
  };
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
      .map((box) => ({
        name: box.name,
        tools: box.tools.filter((tool) => kept.has(wireName(box.name, tool))),
      }))
      .filter((box) => box.tools.length > 0),
  };
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
