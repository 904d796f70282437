// Matches the planned checks with those that were run, and gives each a state. Pure.
import type { CommissionDetail } from "../../../src/contract/commission/detail.ts";
import { hasPassed } from "../../../src/rules/checks/has-passed.ts";
import type { LedgerPicture } from "./ledger.ts";

export type ShownCheckRun = CommissionDetail["checks"][number];

export interface CheckState {
  command: string;
  from: "project" | "commission";
  /** `null` if the check was not run. */
  run: ShownCheckRun | null;
  state: "passed" | "failed" | "not-yet" | "never";
}

interface Known {
  planned: LedgerPicture["planned"];
  checks: readonly ShownCheckRun[];
  /** True if no further check will be run. */
  isOver: boolean;
}

export function checkStates({ planned, checks, isOver }: Known): CheckState[] {
  const left = [...checks];
  const states = planned.map(({ command, from }): CheckState => {
    const at = left.findIndex((run) => run.command === command);
    const [run = null] = at === -1 ? [] : left.splice(at, 1);
    return { command, from, run, state: stateOf(run, isOver) };
  });
  const unplanned = left.map((run): CheckState => {
    return { command: run.command, from: run.from, run, state: stateOf(run, isOver) };
  });
  return [...states, ...unplanned];
}

function stateOf(run: ShownCheckRun | null, isOver: boolean): CheckState["state"] {
  if (run === null) return isOver ? "never" : "not-yet";
  return hasPassed(run) ? "passed" : "failed";
}
