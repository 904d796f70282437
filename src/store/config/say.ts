// Formats the mistakes in a config.yaml: one line each for a command that lists them, or all in one sentence.
import type { ConfigProblem } from "../../contract/home/config.ts";

/** Formats a mistake as compilers do, so that editors can jump to its line. */
export function problemLine(file: string, { line, path, message }: ConfigProblem): string {
  return `${file}:${line}: ${path === "" ? "" : `${path}: `}${message}`;
}

export function problemSentence(file: string, problems: readonly ConfigProblem[]): string {
  const [first, ...rest] = problems;
  if (first === undefined) return "";
  const more =
    rest.length === 0 ? "" : ` (and ${rest.length} more: "guild-hall config validate" names them all)`;
  return `${problemLine(file, first)}${more}`;
}
