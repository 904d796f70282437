// Loads the toolbox packages that a worker was granted, and so learns the names of all their tools.
import { Fault } from "../../contract/api/problem.ts";
import { isSystemToolbox } from "../../contract/package/system-toolboxes.ts";
import type { Toolbox, ToolboxContext } from "../../contract/kit/index.ts";
import { findByName, type Roster } from "../../guild/roster/discover.ts";
import { loadToolbox } from "../../guild/roster/load-toolbox.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import type { GrantedBox, ToolSet } from "../../rules/limits/tools.ts";
import type { WorkbenchDeps } from "./deps.ts";

export interface LoadOrder {
  roster: Roster;
  tools: ToolSet;
  request: CommissionRecord["request"];
  checks: ToolboxContext["checks"];
  repository: ToolboxContext["repository"];
}

export interface LoadedToolboxes {
  /** The toolboxes that packages provide, with only the granted tools. */
  boxes: Toolbox[];
  tools: ToolSet;
}

export async function loadToolboxes(deps: WorkbenchDeps, order: LoadOrder): Promise<LoadedToolboxes> {
  const granted = order.tools.toolboxes.filter(({ name }) => !isSystemToolbox(name));
  const boxes = await Promise.all(granted.map((box) => loadGranted(deps, order, box)));
  const named = order.tools.toolboxes.map(({ name, tools }) => ({
    name,
    tools: boxes.find((box) => box.name === name)?.tools.map((tool) => tool.name) ?? tools,
  }));
  return { boxes, tools: { ...order.tools, toolboxes: named } };
}

async function loadGranted(deps: WorkbenchDeps, order: LoadOrder, granted: GrantedBox): Promise<Toolbox> {
  const toolbox = findByName(order.roster.toolboxes, granted.name);
  if (!toolbox) throw new Fault("activation", `Toolbox "${granted.name}" is not installed.`);
  const { id, worker, project, rehearsal } = order.request;
  const settings = Object.entries(deps.config.toolboxes).find(([name]) => name === granted.name)?.[1];
  const box = await loadToolbox({
    toolbox,
    load: deps.loadPackage,
    clock: deps.clock,
    context: {
      settings: structuredClone(settings ?? {}),
      checks: order.checks,
      repository: order.repository,
      commission: { id, worker, project, rehearsed: rehearsal !== null },
    },
  });
  return keepNamed(box, granted.tools);
}

/** Keeps the named tools; `null` means all of them. */
function keepNamed(box: Toolbox, names: readonly string[] | null): Toolbox {
  if (names === null) return box;
  const missing = names.filter((name) => !box.tools.some((tool) => tool.name === name));
  if (missing.length > 0)
    throw new Fault("activation", `Toolbox "${box.name}" has no tool ${missing.join(", ")}.`);
  return { ...box, tools: box.tools.filter((tool) => names.includes(tool.name)) };
}
