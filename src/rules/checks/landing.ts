// Landing is what finished work does between its own checks and the integration branch: it is merged with the branch as
// it is now, and the outcome is checked before anything moves. The works of one project land one after another.
import type { CheckResult, TreePlan } from "../../contract/project/tree.ts";
import { hasPassed } from "./has-passed.ts";
import { failSame, finishedTree, proofOf } from "./proof.ts";
import { type Commission, type Dossier, isEnded, isRunning, type Landing } from "../commission/state.ts";

/** The merge as git would make it now. */
export type Candidate =
  | { kind: "ready"; expected: string; tree: string }
  | { kind: "conflict" }
  /** Git could not say, however often it was asked. */
  | { kind: "unknown" };

/** Whether its merge has to be proved before it may be planned. Work that changed nothing is not merged. */
export function owesLanding({ tree, checks, proof }: Dossier): boolean {
  return tree !== null && checks.length > 0 && finishedTree(proof) !== null && proof?.changed === true;
}

/** Whether the checks have passed on exactly this tree, or failed only where the project fails without the work. */
export function isProvedOn(record: Dossier, tree: string): boolean {
  const { proof, landing } = record;
  if (finishedTree(proof) === tree) return isAcceptable(proofOf(record));
  return landing?.tried?.tree === tree && isAcceptable(landingOf(record));
}

const isAcceptable = (state: string): boolean => state === "passed" || state === "excused";

export type LandingState = "untried" | "incomplete" | "passed" | "excused" | "red" | "failed";

/**
 * How the checks of the merge came out. `excused`: they fail without the work too, and the work changes no files that
 * they are about. `red`: they fail without the work too, so that nothing is known about the work.
 */
export function landingOf({ landing, checks, readOnly, proof }: Dossier): LandingState {
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

/** Whether everything that fails in the merge fails on the integration branch alone. */
export function failsWithoutWork({ runs, tip }: Pick<Landing, "runs" | "tip">): boolean {
  return failSame(runs, tip);
}

/**
 * The tree to finish, and the work in it where that is not what the proof says. Work that was to go on from another base
 * and never did is still what it was on the old one: on the new one it would take back what others have done.
 */
export function treeToFinish({ tree, carried }: Dossier): { tree: TreePlan; snapshot: string | null } | null {
  if (tree === null) return null;
  if (carried === null || carried.isDone) return { tree, snapshot: null };
  return { tree: { ...tree, base: carried.from }, snapshot: carried.snapshot };
}

/** Whether it waits to land, or is being checked for it. */
export function isLanding(commission: Commission): boolean {
  return !isEnded(commission) && commission.record.landing !== null && commission.record.plan === null;
}

/**
 * The one whose turn it is in each project: the one that is being checked, else the oldest. One that is blocked waits
 * for something else than its turn, and holds up no other work.
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

/** Whether finished work may go on to its merge at once: nothing of its project is being checked, or is older. */
export function mayLandNow(commissions: readonly Commission[], record: Dossier): boolean {
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
