// Describes in plain words what a worker is doing while a tool runs.
import { tellingPart } from "./tool-call.ts";

/**
 * The phrases for the tools that most workers have; `…` is replaced by the most telling part of the input.
 */
const sayings: ReadonlyMap<string, string> = new Map([
  ["Read", "Reading …"],
  ["Grep", "Looking for …"],
  ["Glob", "Looking for …"],
  ["Edit", "Changing …"],
  ["MultiEdit", "Changing …"],
  ["NotebookEdit", "Changing …"],
  ["Write", "Writing …"],
  ["Bash", "Running …"],
  ["WebFetch", "Reading …"],
  ["WebSearch", "Searching the web for …"],
  ["TodoWrite", "Planning its next steps"],
  ["mcp__base__list_memory", "Looking up what is remembered"],
  ["mcp__base__list_artifacts", "Looking through its artifacts"],
  ["mcp__base__read_artifact", "Reading …"],
  ["mcp__review__read_comments", "Reading the comments"],
  ["mcp__verify__list_checks", "Looking up what has to pass"],
  ["mcp__verify__run_check", "Running the check …"],
]);

export function toolWords(tool: string, input: string): string {
  const telling = tellingPart(input);
  const saying = sayings.get(tool);
  if (saying === undefined || (telling === "" && saying.endsWith("…")))
    return telling === "" ? `Using ${named(tool)}` : `Using ${named(tool)}: ${telling}`;
  return saying.replace("…", () => telling);
}

/** Returns a readable name: `mcp__git-history__show_file` becomes “show file” of git-history. */
function named(tool: string): string {
  const [, box, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  if (box === undefined || name === undefined) return tool;
  return `“${name.replaceAll("_", " ")}” of ${box}`;
}
