// Finds the paths that a task names with "@", and tells the worker which of them the project has. A name is a hint: one
// that leads nowhere is a word like any other.
import type { PathsFact } from "../../contract/commission/instructions.ts";

export const mostNamed = 20;
const longest = 1000;

const named = /(?:^|[\s"'`([{,;])@([^\s"'`<>()[\]{}\p{C}]+)/gu;

/** Returns the paths as git names them, each once, at most `mostNamed`. */
export function pathsIn(task: string): string[] {
  const found = new Set<string>();
  for (const [, text = ""] of task.matchAll(named)) {
    const path = text.replace(/[.,;:!?/]+$/, "").replace(/^(?:\.\/)+/, "");
    const parts = path.split("/");
    // Git gives a meaning of its own to a path that begins with a colon.
    const isPath = !path.startsWith(":") && parts.every((part) => !["", ".", ".."].includes(part));
    if (isPath && path.length <= longest) found.add(path);
    if (found.size === mostNamed) break;
  }
  return [...found];
}

/** Returns the section of the first message; empty if no named path exists. */
export function namedText(found: Omit<PathsFact, "type"> | null): string {
  if (found === null || found.paths.length === 0) return "";
  const lines = found.paths.map(({ path, is }) => `- "${path}": ${is}`);
  return `# Paths in the task

The task names these with "@". Each exists in the project, on the branch ${found.branch}, and its path begins at the top of the work directory:
${lines.join("\n")}`;
}
