// The names of the hall's own tools, so that the tools of a worker can be listed without loading any code.

export const systemToolboxes = {
  base: [
    "read_memory",
    "write_memory",
    "list_memory",
    "list_artifacts",
    "read_artifact",
    "write_artifact",
    "record_decision",
  ],
  commission: ["report_progress", "submit_result", "log_question"],
} as const;

/** Given to a worker only if a person sent the earlier work back with comments. */
export const reviewToolbox = { name: "review", tools: ["read_comments", "answer_comment"] } as const;

/** Whether the hall itself provides the toolbox, so that no package does. */
export function isSystemToolbox(name: string): boolean {
  return Object.hasOwn(systemToolboxes, name) || name === reviewToolbox.name;
}

export function wireName(toolbox: string, tool: string): string {
  return `mcp__${toolbox}__${tool}`;
}
