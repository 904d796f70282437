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

export function wireName(toolbox: string, tool: string): string {
  return `mcp__${toolbox}__${tool}`;
}
