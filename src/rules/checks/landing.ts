// Landing is the step between a commission's own checks and the integration branch. The finished work is
// merged with the current integration branch, and the merge is checked before the branch moves. The
// commissions of one project land one after another.
import type { CheckResult, TreePlan } from "../../contract/project/tree.ts";
import { hasPassed } from "./has-passed.ts";
import { checksOn, failSame, finishedTree, proofOf } from "./proof.ts";
import {
  type Commission,
  type CommissionRecord,
  isEnded,
  isRunning,
  type Landing,
} from "../commission/state.ts";

/** The result of merging the work with the integration branch as it is now. No branch is moved. */
export type MergeCandidate =
  | { kind: "ready"; expected: string; tree: string }
  | { kind: "conflict" }
  /** Git could not compute the merge, even after retries. */
  | { kind: "unknown" };

/** Whether the checks must pass on the merge before it may be planned. Work that changed nothing is not merged. */
export function owesLanding({ tree, checks, proof }: CommissionRecord): boolean {
  return tree !== null && checks.length > 0 && finishedTree(proof) !== null && proof?.changed === true;
}

/**
 * Whether all checks ran on exactly this tree, and passed or are excused. Work that changed nothing is not held to the
 * project's checks, so nothing is known of its tree, which may have the refuted work of an earlier attempt.
 */
export function isProvedOn(record: CommissionRecord, tree: string): boolean {
  const { proof, checks, landing } = record;
  if (proof !== null && finishedTree(proof) === tree)
    return checksOn(proof, checks).length === checks.length && isAcceptable(proofOf(record));
  return landing?.tried?.tree === tree && isAcceptable(landingOf(record));
}

const isAcceptable = (state: string): boolean => state === "passed" || state === "excused";

export type LandingState = "untried" | "incomplete" | "passed" | "excused" | "red" | "failed";

/**
 * Returns how the checks of the merge came out. `red`: every check that fails also fails without the work, so
 * the failure says nothing about the work. `excused`: the same, but the work changes only documents and may
 * be merged.
 */
export function landingOf({ landing, checks, readOnly, proof }: CommissionRecord): LandingState {
  if (landing === null || landing.tried === null || landing.tried.tree === null) return "untried";
  const isFailedSetUp = landing.runs.length > 0 && checks.every(({ command }) => !has(landing.runs, command));
  const isWhole = checks.every(({ command }) => has(landing.runs, command)) || isFailedSetUp;
  if (!isWhole) return "incomplete";
  if (landing.runs.every(hasPassed)) return "passed";
  if (!failsWithoutWork(landing)) return "failed";
  return readOnly && proof?.documents ? "excused" : "red";
}

function has(runs: readonly CheckResult[], command: string): boolean {
  return runs.some((run) => run.command === command);
}

/** Whether every check that fails on the merge also fails on the integration branch alone. */
export function failsWithoutWork({ runs, tip }: Pick<Landing, "runs" | "tip">): boolean {
  return failSame(runs, tip);
}

/**
 * Returns the branch to finish, and the snapshot to commit if it is not the checked one. If the work was to
 * be moved to another base and was not, the old base is used. On the new base, the work would revert what
 * others have done.
 */
export function treeToFinish({
  tree,
  carried,
}: CommissionRecord): { tree: TreePlan; snapshot: string | null } | null {
  if (tree === null) return null;
  if (carried === null || carried.isDone) return { tree, snapshot: null };
  return { tree: { ...tree, base: carried.from }, snapshot: carried.snapshot };
}

/** Whether the commission's work waits to land, or its merge is being checked. */
export function isLanding(commission: Commission): boolean {
  return !isEnded(commission) && commission.record.landing !== null && commission.record.plan === null;
}

/**
 * Returns for each project the commission whose turn it is to land: the one whose merge is being checked, else the
 * oldest. A blocked commission waits for something else, and holds up no other work.
 */
export function nextToLand(commissions: readonly Commission[]): ReadonlyMap<string, Commission> {
  const next = new Map<string, Commission>();
  for (const commission of commissions) {
    const project = commission.record.tree?.project;
    if (project === undefined || !isLanding(commission) || commission.status === "blocked") continue;
    const other = next.get(project);
    if (other === undefined || isBefore(commission, other)) next.set(project, commission);
  }
  return next;
}

/** Whether finished work may be merged at once: no other work of its project is being checked or waits longer. */
export function mayLandNow(commissions: readonly Commission[], record: CommissionRecord): boolean {
  const { id } = record.request;
  const others = commissions.filter((each) => each.record.request.id !== id);
  const next = nextToLand(others).get(record.tree?.project ?? "");
  if (next === undefined) return true;
  // If its own merge was just checked, it was this commission's turn, and it still is.
  return !isRunning(next) && (record.landing !== null || id < next.record.request.id);
}

/** Whether `a` lands before `b`. Ids sort by the time of their creation. */
function isBefore(a: Commission, b: Commission): boolean {
  if (isRunning(a) !== isRunning(b)) return isRunning(a);
  return a.record.request.id < b.record.request.id;
}
