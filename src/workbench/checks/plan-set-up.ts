// Decides how a project's set-up command prepares a git tree. The command gets the network only on files that
// the person trusts: the tree of their branch, or a tree that they approved. Any other tree gets the files
// that a run on a trusted tree made, or the command runs on it without the network.
import type { ProjectSettings } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { AllowedHost } from "../../contract/project/set-up-settings.ts";
import type { SetUpWait } from "../../contract/project/set-up.ts";
import type { OwnTree } from "../../git/repository/list-tree.ts";
import { inputsOf, outcomeKey, type TreeEntry, usualInputs } from "../../rules/checks/set-up-inputs.ts";
import type { SandboxProbe } from "../sandbox/probe.ts";
import { type ApprovalsDeps, isApproved, latestApproved } from "./approvals.ts";
import { findFitting, findOutcome, isOutdated, type OutcomeRecord, type OutcomesDeps } from "./outcomes.ts";

export type SetUp = NonNullable<ProjectSettings["setup"]>;

export interface PlanDeps extends OutcomesDeps, ApprovalsDeps {
  /** Returns the present commit and tree of the person's branch in a project. `null` if there is no such branch. */
  ownTree(project: ProjectName, signal: AbortSignal): Promise<OwnTree | null>;
  listTree(order: { project: ProjectName; tree: string; signal: AbortSignal }): Promise<TreeEntry[]>;
}

export interface SetUpPlanOrder {
  project: ProjectName;
  setup: SetUp;
  /** The tree to set up. */
  tree: string;
  /** The commit that git shows as HEAD in the checkout of that tree. */
  head: string;
  copied: Readonly<Record<string, string>>;
  /** Hosts that the command may reach. Empty means every public host. */
  allow: readonly AllowedHost[];
  probe: Pick<SandboxProbe, "level">;
  signal: AbortSignal;
}

export type SetUpPlan =
  /** The settings ask for no network, or this machine has no sandbox that could withhold it. */
  | { how: "plain" }
  /** The outcome of an earlier set-up is copied in. */
  | { how: "kept"; outcome: OutcomeRecord }
  /**
   * The command runs with the network on `tree`, which the person trusts. The files that it makes are copied into the
   * tree to set up.
   */
  | { how: "network"; tree: string; head: string }
  /**
   * The command runs without the network: the tree is neither the person's nor approved, and no outcome fits it. `own`
   * is the tree of the person's branch, `null` if it is unknown.
   */
  | { how: "offline"; own: string | null };

export async function planSetUp(deps: PlanDeps, order: SetUpPlanOrder): Promise<SetUpPlan> {
  const { project, setup, tree, head, copied, allow, probe, signal } = order;
  if (!setup.network || probe.level !== "bubblewrap") return { how: "plain" };
  const same = await findOutcome(deps, project, outcomeKey({ command: setup.command, tree, copied }));
  if (same !== null && !isOutdated(same, allow)) return { how: "kept", outcome: same };
  const inputs = await inputsAt(deps, order, tree);
  const own = await deps.ownTree(project, signal);
  if (await isTrusted(deps, { project, tree, own })) return { how: "network", tree, head };
  const fitting = await findFitting(deps, project, { inputs, allow });
  if (fitting !== null) return { how: "kept", outcome: fitting };
  const trusted = await trustedWith(deps, order, { own, inputs });
  if (trusted !== null) return { how: "network", tree: trusted, head: own?.commit ?? head };
  return { how: "offline", own: own?.tree ?? null };
}

interface AskedTree {
  project: ProjectName;
  tree: string;
}

async function isTrusted(
  deps: ApprovalsDeps,
  { project, tree, own }: AskedTree & { own: OwnTree | null },
): Promise<boolean> {
  return own?.tree === tree || (await isApproved(deps, project, tree));
}

/**
 * Returns true if the set-up of exactly this tree runs with the network: the tree is the person's, or
 * approved.
 */
export async function mayUseNetwork(
  deps: PlanDeps,
  { signal, ...asked }: AskedTree & { signal: AbortSignal },
): Promise<boolean> {
  return isTrusted(deps, { ...asked, own: await deps.ownTree(asked.project, signal) });
}

/** How many approved trees are tried. Older approvals are hardly ever of use, and each costs a read of its tree. */
const mostApproved = 10;

/**
 * Finds a trusted tree (the person's, or an approved one) whose set-up has the same inputs, so that this tree can use
 * its outcome. `null` if there is none.
 */
async function trustedWith(
  deps: PlanDeps,
  order: SetUpPlanOrder,
  { own, inputs }: { own: OwnTree | null; inputs: string },
): Promise<string | null> {
  const approved = await latestApproved(deps, order.project, mostApproved);
  for (const tree of [...(own === null ? [] : [own.tree]), ...approved])
    if ((await inputsIfThere(deps, order, tree)) === inputs) return tree;
  return null;
}

/**
 * Returns the hash of what the set-up of a tree depends on. `null` if git cannot read the tree: it may have
 * been garbage-collected.
 */
async function inputsIfThere(deps: PlanDeps, order: SetUpPlanOrder, tree: string): Promise<string | null> {
  try {
    return await inputsAt(deps, order, tree);
  } catch (error) {
    if (error instanceof Fault && error.code === "git") return null;
    throw error;
  }
}

/** Returns true if a set-up that failed without the network would have to run without it again. */
export async function stillWaits(
  deps: PlanDeps,
  { project, wait, signal }: { project: ProjectName; wait: SetUpWait; signal: AbortSignal },
): Promise<boolean> {
  if (await isApproved(deps, project, wait.tree)) return false;
  // If the person's branch has moved, it may now have the same files or set-up inputs as this tree, so another try is
  // worthwhile.
  return ((await deps.ownTree(project, signal))?.tree ?? null) === wait.own;
}

async function inputsAt(deps: PlanDeps, order: SetUpPlanOrder, tree: string): Promise<string> {
  const { project, signal } = order;
  return inputsFrom(order, await deps.listTree({ project, tree, signal }));
}

export function inputsFrom(
  { setup, copied }: Pick<SetUpPlanOrder, "setup" | "copied">,
  entries: readonly TreeEntry[],
): string {
  return inputsOf({ command: setup.command, patterns: setup.inputs ?? usualInputs, copied, entries });
}
