// Decides whether a command passed. A command that was stopped at its time limit did not pass, whatever its
// exit code. A check that failed counts as passed if its second run on the same tree passes.
import type { CommandRun } from "../../contract/project/tree.ts";

type Ended = Pick<CommandRun, "exitCode" | "timedOut">;

export function hasPassed({
  exitCode,
  timedOut,
  again,
}: Ended & { again?: Ended | null | undefined }): boolean {
  return (exitCode === 0 && !timedOut) || (!!again && hasPassed(again));
}

/** Whether the check failed once and passed once on the same tree. */
export function isFlaky(run: Ended & { again?: Ended | null | undefined }): boolean {
  return !!run.again && hasPassed(run);
}
