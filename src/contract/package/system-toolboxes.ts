// The names of the hall's own tools, so that the tools of a worker can be listed without loading any code.

/** The kinds of work that a worker can be started for. */
export const workContexts = ["commission"] as const;
export type WorkContext = (typeof workContexts)[number];

interface SystemToolbox {
  name: string;
  /** The kinds of work in which every worker has it. */
  contexts: readonly WorkContext[];
  tools: readonly string[];
}

const systemToolboxes: readonly SystemToolbox[] = [
  {
    name: "base",
    contexts: workContexts,
    tools: [
      "read_memory",
      "write_memory",
      "list_memory",
      "list_artifacts",
      "read_artifact",
      "write_artifact",
      "record_decision",
    ],
  },
  {
    name: "commission",
    contexts: ["commission"],
    tools: ["report_progress", "submit_result", "log_question"],
  },
];

/** Given to a worker only if a person sent the earlier work back with comments. */
export const reviewToolbox = { name: "review", tools: ["read_comments", "answer_comment"] } as const;

/** Returns the toolboxes that the hall gives every worker in this context. */
export function systemToolboxesIn(context: WorkContext): Pick<SystemToolbox, "name" | "tools">[] {
  return systemToolboxes
    .filter(({ contexts }) => contexts.includes(context))
    .map(({ name, tools }) => ({ name, tools }));
}

/** Returns the tools of these toolboxes, as the model sees them. */
export function systemToolsIn(context: WorkContext): string[] {
  return systemToolboxesIn(context).flatMap(({ name, tools }) => tools.map((tool) => wireName(name, tool)));
}

/** Whether the hall itself provides the toolbox, in any context, so that no package does. */
export function isSystemToolbox(name: string): boolean {
  return name === reviewToolbox.name || systemToolboxes.some((box) => box.name === name);
}

export function wireName(toolbox: string, tool: string): string {
  return `mcp__${toolbox}__${tool}`;
}
