// The researcher's tools by the names the model sees, written out so that no change goes unnoticed.
export const researcherTools = [
  "Read",
  "Grep",
  "Glob",
  "WebSearch",
  "WebFetch",
  "mcp__base__read_memory",
  "mcp__base__write_memory",
  "mcp__base__list_memory",
  "mcp__base__list_artifacts",
  "mcp__base__read_artifact",
  "mcp__base__write_artifact",
  "mcp__base__record_decision",
  "mcp__commission__report_progress",
  "mcp__commission__submit_result",
  "mcp__commission__log_question",
] as const;
