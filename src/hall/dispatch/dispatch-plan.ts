// Decides what a commission works on and which checks its work must pass. Both are decided at its first dispatch, so
// that later changes of the project's settings do not affect it.
import type { InstructionsPlan } from "../../contract/commission/instructions.ts";
import { findProject, type ProjectSettings } from "../../contract/home/config.ts";
import { memberOf } from "../../contract/member/member.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import type { AcceptanceCheck, Checkout, TreePlan } from "../../contract/project/tree.ts";
import type { Command } from "../../rules/commission/commands.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import type { DispatchDeps } from "./deps.ts";

export type DispatchPlan =
  | {
      ok: true;
      tree: TreePlan | undefined;
      checks: readonly AcceptanceCheck[];
      marked: readonly string[];
      /** The fate of the finished work; only if `tree` was planned just now. */
      landing?: LandingPlan;
      /** The commit whose instructions the worker is told; only if `tree` was planned just now. */
      instructions?: InstructionsPlan | undefined;
    }
  | { ok: false; message: string };

type LandingPlan = NonNullable<Extract<Command, { do: "dispatch" }>["landing"]>;

const asBefore: DispatchPlan = { ok: true, tree: undefined, checks: [], marked: [] };

export async function findDispatchPlan(
  deps: Pick<DispatchDeps, "settings" | "trees">,
  { request, bench, tree }: CommissionRecord,
  checkout: Checkout,
): Promise<DispatchPlan> {
  if (bench > 0 || request.chore !== null) return asBefore;
  const { id, project, startAt } = request;
  const settings = findProject(deps.settings().projects, project);
  if (project !== null && !settings)
    return { ok: false, message: `Project "${project}" is no longer in config.yaml.` };
  const checks = withoutRepeats([...projectChecks(settings), ...ownChecks(request)]);
  // A power cut may have kept only the first event of a dispatch: then the plan of the tree is on record already.
  if (tree !== null || project === null || settings?.path === undefined)
    return { ok: true, tree: tree ?? undefined, checks, marked: [] };
  return orSentence(async () => {
    const planned = await deps.trees.plan({ id, project, checkout, startAt });
    if (!planned.ok) return planned;
    // A commit whose author had read untrusted text is marked before the integration branch moves to it. So
    // marks that are read after the plan are complete for the planned commit.
    const marked = await deps.trees.marked({ project, commit: planned.tree.base });
    const landing = { land: request.land ?? settings.land, record: settings.record, commit: settings.commit };
    // A guild member works elsewhere, and is told nothing of the project.
    const isTold = settings.instructions && memberOf(request.worker) === null;
    const instructions = isTold ? await deps.trees.instructions(project) : null;
    return {
      ok: true,
      tree: planned.tree,
      checks,
      marked,
      landing,
      instructions: instructions ?? undefined,
    };
  });
}

/**
 * Returns the reason if the repository cannot be used. Throws a storage fault such as a full disk, because it may pass.
 */
async function orSentence(plan: () => Promise<DispatchPlan>): Promise<DispatchPlan> {
  try {
    return await plan();
  } catch (error) {
    if (storageCodeOf(error) !== null || !(error instanceof Error)) throw error;
    return { ok: false, message: error.message };
  }
}

/** Drops repeats: a check that both the project and the commission ask for runs once, as the project's. */
function withoutRepeats(checks: readonly AcceptanceCheck[]): AcceptanceCheck[] {
  return checks.filter(({ command }, at) => checks.findIndex((each) => each.command === command) === at);
}

export function projectChecks(settings: ProjectSettings | undefined): AcceptanceCheck[] {
  return (settings?.checks ?? []).map((check) => ({ ...check, from: "project" }));
}

/** The timeout of a commission's check that sets none: the same as for a project's check. */
const defaultSeconds = 600;

function ownChecks({ checks }: CommissionRecord["request"]): AcceptanceCheck[] {
  return checks.map(({ command, timeoutSeconds = defaultSeconds }) => {
    return { command, timeoutSeconds, from: "commission" };
  });
}
