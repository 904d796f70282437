// How a command came out, in a word or two. Pure.
import type { CommandRun } from "../../../src/contract/tree.ts";

export function runWords({ exitCode, timedOut }: Pick<CommandRun, "exitCode" | "timedOut">): string {
  if (timedOut) return "its time was up";
  if (exitCode === 0) return "passed";
  return exitCode === null ? "ended from outside" : `exit ${exitCode}`;
}
