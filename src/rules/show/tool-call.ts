// Shows one tool call on one line: the tool, and the part of its input that a person wants to see.

const tellingKeys = ["file_path", "pattern", "query", "url", "command", "path", "notebook_path"] as const;

/**
 * Tools whose calls are also recorded as a fact of their own: progress, decision, question, memory, artifact, answer or
 * result.
 */
const recordedAnyway: ReadonlySet<string> = new Set([
  "mcp__commission__report_progress",
  "mcp__commission__submit_result",
  "mcp__commission__log_question",
  "mcp__base__record_decision",
  "mcp__base__read_memory",
  "mcp__base__write_memory",
  "mcp__base__write_artifact",
  "mcp__review__answer_comment",
]);

export function isRecordedAnyway(tool: string): boolean {
  return recordedAnyway.has(tool);
}

export function toolCallText(tool: string, input: string): string {
  const name = toolName(tool);
  const telling = tellingPart(input);
  return telling === "" ? name : `${name} ${telling}`;
}

export function toolName(tool: string): string {
  return tool.startsWith("mcp__") ? tool.slice(5).replace("__", " ") : tool;
}

export function tellingPart(input: string): string {
  const value = parse(input);
  if (value === undefined) return input;
  const known = tellingKeys.map((key) => value[key]).filter((part) => typeof part === "string");
  if (known.length > 0) return known.join(" in ");
  const first = Object.values(value).find((part) => typeof part === "string");
  return first ?? "";
}

function parse(input: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(input);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined; // long inputs are stored truncated; show what there is
  }
}
