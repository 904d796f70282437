// Describes a command's outcome in a word or two. Pure.
import type { CommandRun } from "../../../../src/contract/project/tree.ts";
import { passedWords } from "../../../../src/rules/limits/passed-limit.ts";

export function runWords(run: Pick<CommandRun, "exitCode" | "timedOut" | "passed">): string {
  const { exitCode, timedOut } = run;
  const passed = passedWords(run);
  if (passed) return `it ${passed}`;
  if (timedOut) return "timed out";
  if (exitCode === 0) return "passed";
  return exitCode === null ? "ended by a signal" : `exit ${exitCode}`;
}
