// Whether a command did what it was run for. One that was stopped at its time limit did not, however it ended. Pure.
import type { CommandRun } from "../contract/tree.ts";

export function hasPassed({ exitCode, timedOut }: Pick<CommandRun, "exitCode" | "timedOut">): boolean {
  return exitCode === 0 && !timedOut;
}
