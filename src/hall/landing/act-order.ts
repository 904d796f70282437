// The values that the steps of an act on finished work hand to one another.
import type { LandingAct, StoppedLanding } from "../../contract/commission/landing.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CheckResult, TreePlan } from "../../contract/project/tree.ts";
import type { Ended } from "../../rules/commission/state.ts";

/** The finished work that an act is carried out on. */
export interface ActOrder {
  id: CommissionId;
  act: LandingAct;
  commission: Extract<Ended, { status: "completed" }>;
  tree: TreePlan;
  tip: string;
  /** When the act was asked for: the date of its commit, the same at each retry. */
  at: string;
}

/** A tree whose checks passed. */
export interface ProvedTree {
  tree: string;
  checks: readonly CheckResult[];
}

/** The tree that has to be checked before the branch may move, and the commit that it is merged with. */
export interface ToCheck {
  checked: string;
  expected: string;
}

/** Returns an act that ended without an effect; the work is where it was. */
export function stopped(
  act: LandingAct,
  { cause, message }: Pick<StoppedLanding, "cause" | "message">,
  more: Partial<Pick<StoppedLanding, "conflicts" | "standing" | "checks">> = {},
): StoppedLanding {
  return { act, cause, message, conflicts: [], standing: [], checks: [], ...more };
}
