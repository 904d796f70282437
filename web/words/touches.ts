// Says what a worker may use and change. Pure.
import type { WorkerEntry } from "../../src/contract/package/roster.ts";
import { counted, dollars, duration } from "./say.ts";

interface Touch {
  what: "Files" | "Checkout" | "Web" | "Commands" | "Toolboxes" | "Model";
  says: string;
}

export function touchesOf({ files, checkout, tools, toolboxes, model }: WorkerEntry): Touch[] {
  const has = (tool: string) => tools.includes(tool);
  const web = [has("WebSearch") && "searches the web", has("WebFetch") && "reads pages"].filter(Boolean);
  return [
    { what: "Files", says: files === "write" ? "reads and writes" : "only reads" },
    { what: "Checkout", says: checkout === "full" ? "the whole project" : "only .lore/ of the project" },
    { what: "Web", says: web.join(" and ") || "nothing" },
    { what: "Commands", says: has("Bash") ? "runs any, in its sandbox" : "none" },
    { what: "Toolboxes", says: toolboxes.join(", ") || "only the hall’s own" },
    { what: "Model", says: model ?? "the default model" },
  ];
}

interface Bounds {
  maxTurns: number;
  maxBudgetUsd: number;
  maxSeconds?: number | null | undefined;
}

export function boundsInWords({ maxTurns, maxBudgetUsd, maxSeconds }: Bounds): string {
  const time = maxSeconds ? duration(maxSeconds * 1000) : "no time limit";
  return `${counted(maxTurns, "turn")}, ${dollars(maxBudgetUsd)}, ${time}`;
}

/** Returns the most important part in one line, for a list row. */
export function touchLine(worker: WorkerEntry): string {
  const [, checkout, web, commands, boxes] = touchesOf(worker);
  return [
    `${worker.files === "write" ? "reads and writes" : "reads"} ${checkout?.says}`,
    web?.says !== "nothing" && web?.says,
    worker.tools.includes("Bash") && `commands: ${commands?.says}`,
    worker.toolboxes.length > 0 && `has ${boxes?.says}`,
  ]
    .filter(Boolean)
    .join(" · ");
}

interface ToolGroup {
  /** The toolbox; `null` for claude's built-in tools. */
  box: string | null;
  /** `null` for all of the toolbox's tools, which are known only once it is loaded. */
  tools: string[] | null;
}

/** Groups `mcp__BOX__TOOL` names by toolbox, in order of appearance. */
export function groupTools(tools: readonly string[]): ToolGroup[] {
  const groups = new Map<string | null, string[]>();
  for (const tool of tools) {
    const [, box = null, name = tool] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
    groups.set(box, [...(groups.get(box) ?? []), name]);
  }
  return [...groups].map(([box, names]) => ({ box, tools: names.includes("*") ? null : names }));
}
