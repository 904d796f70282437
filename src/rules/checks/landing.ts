// Landing is the step of finished work between its own checks and the integration branch: it is merged with the branch
// as it is now, and the result is checked before anything moves. The works of one project land one after another.
import type { CheckResult, TreePlan } from "../../contract/project/tree.ts";
import { hasPassed } from "./has-passed.ts";
import { failSame, finishedTree, proofOf } from "./proof.ts";
import {
  type Commission,
  type CommissionRecord,
  isEnded,
  isRunning,
  type Landing,
} from "../commission/state.ts";

/** The merge that git would make now. */
export type MergeCandidate =
  | { kind: "ready"; expected: string; tree: string }
  | { kind: "conflict" }
  /** Git could not say, even after retries. */
  | { kind: "unknown" };

/** Whether its merge must be proved before it may be planned. Work that changed nothing is not merged. */
export function owesLanding({ tree, checks, proof }: CommissionRecord): boolean {
  return tree !== null && checks.length > 0 && finishedTree(proof) !== null && proof?.changed === true;
}

/** Whether the checks passed on exactly this tree, or their failures are excused. */
export function isProvedOn(record: CommissionRecord, tree: string): boolean {
  const { proof, landing } = record;
  if (finishedTree(proof) === tree) return isAcceptable(proofOf(record));
  return landing?.tried?.tree === tree && isAcceptable(landingOf(record));
}

const isAcceptable = (state: string): boolean => state === "passed" || state === "excused";

export type LandingState = "untried" | "incomplete" | "passed" | "excused" | "red" | "failed";

/**
 * How the checks of the merge came out. `excused`: they fail without the work too, and the work changes no files that
 * they are about. `red`: they fail without the work too, so they say nothing about the work.
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

/** Whether everything that fails in the merge also fails on the integration branch alone. */
export function failsWithoutWork({ runs, tip }: Pick<Landing, "runs" | "tip">): boolean {
  return failSame(runs, tip);
}

/**
 * Returns the tree to finish, and its snapshot if that differs from the proof. Work that was to move to another base
 * and never did is finished on its old one: on the new base it would revert what others have done.
 */
export function treeToFinish({
  tree,
  carried,
}: CommissionRecord): { tree: TreePlan; snapshot: string | null } | null {
  if (tree === null) return null;
  if (carried === null || carried.isDone) return { tree, snapshot: null };
  return { tree: { ...tree, base: carried.from }, snapshot: carried.snapshot };
}

/** Whether it waits to land, or is being checked for it. */
export function isLanding(commission: Commission): boolean {
  return !isEnded(commission) && commission.record.landing !== null && commission.record.plan === null;
}

/**
 * Returns the commission of each project whose turn it is: the one that is being checked, else the oldest. A blocked
 * one waits for something other than its turn, and holds up no other work.
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

/** Whether finished work may be merged at once: no work of its project is being checked, or is older. */
export function mayLandNow(commissions: readonly Commission[], record: CommissionRecord): boolean {
  const { id } = record.request;
  const others = commissions.filter((each) => each.record.request.id !== id);
  const next = nextToLand(others).get(record.tree?.project ?? "");
  if (next === undefined) return true;
  // Its own merge was just checked: it was its turn, and still is.
  return !isRunning(next) && (record.landing !== null || id < next.record.request.id);
}

/** Ids sort by time. */
function isBefore(a: Commission, b: Commission): boolean {
  if (isRunning(a) !== isRunning(b)) return isRunning(a);
  return a.record.request.id < b.record.request.id;
}
