// How the mistakes of a config.yaml are told: one by one to whoever asks, in one sentence to whoever did not.
import type { ConfigProblem } from "../../contract/home/config.ts";

/** As compilers say it, so that editors can jump there. */
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
