// Decides how a tree is set up. The network is for the person's own files: the tree of their branch, or one that they
// approved. What a worker wrote gets what an earlier set-up made, or runs without a network.
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
  /** Where the person's branch of a project is now; null if that is not known. */
  ownTree(project: ProjectName, signal: AbortSignal): Promise<OwnTree | null>;
  listTree(order: { project: ProjectName; tree: string; signal: AbortSignal }): Promise<TreeEntry[]>;
}

export interface PlanOrder {
  project: ProjectName;
  setup: SetUp;
  /** The tree that is to be set up. */
  tree: string;
  /** The commit that git calls HEAD there. */
  head: string;
  copied: Readonly<Record<string, string>>;
  /** Hosts that the command may reach; empty: every public one. */
  allow: readonly AllowedHost[];
  probe: Pick<SandboxProbe, "level">;
  signal: AbortSignal;
}

export type SetUpPlan =
  /** No network is asked for, or nothing on this machine could hold it back. */
  | { how: "plain" }
  /** What an earlier set-up made is brought in. */
  | { how: "kept"; outcome: OutcomeRecord }
  /** The command gets the network on this tree, and what it makes is brought in. */
  | { how: "network"; tree: string; head: string }
  /** The tree is neither the person's nor approved. `own`: the tree of the person's branch. */
  | { how: "offline"; own: string | null };

export async function planSetUp(deps: PlanDeps, order: PlanOrder): Promise<SetUpPlan> {
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

/** Whether the set-up of exactly these files gets the network by itself. */
export async function mayUseNetwork(
  deps: PlanDeps,
  { signal, ...asked }: AskedTree & { signal: AbortSignal },
): Promise<boolean> {
  return isTrusted(deps, { ...asked, own: await deps.ownTree(asked.project, signal) });
}

/** Older approvals are hardly ever of use, and each costs a look at its tree. */
const mostApproved = 10;

/** A tree of the person's, or one that they approved, whose outcome is the one that this tree needs. */
async function trustedWith(
  deps: PlanDeps,
  order: PlanOrder,
  { own, inputs }: { own: OwnTree | null; inputs: string },
): Promise<string | null> {
  const approved = await latestApproved(deps, order.project, mostApproved);
  for (const tree of [...(own === null ? [] : [own.tree]), ...approved])
    if ((await inputsIfThere(deps, order, tree)) === inputs) return tree;
  return null;
}

/** null: git has taken the tree away meanwhile. */
async function inputsIfThere(deps: PlanDeps, order: PlanOrder, tree: string): Promise<string | null> {
  try {
    return await inputsAt(deps, order, tree);
  } catch (error) {
    if (error instanceof Fault && error.code === "git") return null;
    throw error;
  }
}

/** Whether a set-up that failed without a network would have none again. */
export async function stillWaits(
  deps: PlanDeps,
  { project, wait, signal }: { project: ProjectName; wait: SetUpWait; signal: AbortSignal },
): Promise<boolean> {
  if (await isApproved(deps, project, wait.tree)) return false;
  // A branch that has moved may have the same files now, or the same inputs: it is worth another try.
  return ((await deps.ownTree(project, signal))?.tree ?? null) === wait.own;
}

async function inputsAt(deps: PlanDeps, order: PlanOrder, tree: string): Promise<string> {
  const { project, signal } = order;
  return inputsFrom(order, await deps.listTree({ project, tree, signal }));
}

export function inputsFrom(
  { setup, copied }: Pick<PlanOrder, "setup" | "copied">,
  entries: readonly TreeEntry[],
): string {
  return inputsOf({ command: setup.command, patterns: setup.inputs ?? usualInputs, copied, entries });
}
