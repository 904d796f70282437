// Finds the path in the work directory that a call of a file tool names. It is resolved by name alone: nothing is
// opened, and a link changes nothing.
import { posix } from "node:path";

export interface FileCall {
  tool: string;
  /** The input of the call, as the model wrote it or as `claude` completed it. */
  input: unknown;
  /** The work directory as `claude` sees it. */
  work: string;
}

/** Returns the path relative to the work directory, empty for the directory itself; `null` if it lies elsewhere. */
export function namedPath({ tool, input, work }: FileCall): string | null {
  const fields = typeof input === "object" && input !== null ? (input as Record<string, unknown>) : {};
  const text = (name: string) => (typeof fields[name] === "string" ? fields[name] : "");
  const patterns: Partial<Record<string, string>> = { Glob: text("pattern"), Grep: text("glob") };
  const pattern = patterns[tool];
  const parts = pattern === undefined ? [text("file_path")] : [text("path"), literalBeginning(pattern)];
  return parts.some((part) => part.includes("\0") || part.length > longest) ? null : within(work, parts);
}

const longest = 4096;

/** Returns the directories and names before the first part of a pattern that is not literal. */
function literalBeginning(pattern: string): string {
  const parts = pattern.split("/");
  const at = parts.findIndex((part) => /[*?[\]{}!\\]/.test(part));
  return (at === -1 ? parts : parts.slice(0, at)).join("/") || (pattern.startsWith("/") ? "/" : "");
}

function within(work: string, parts: readonly string[]): string | null {
  const path = posix.resolve(work, ...parts);
  if (path === work) return "";
  return path.startsWith(`${work}/`) ? path.slice(work.length + 1) : null;
}
