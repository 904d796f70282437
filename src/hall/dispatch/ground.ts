// What a commission is dispatched to work on, and what its work is held to. Decided at its first dispatch: whatever
// becomes of the project's settings later, it goes on as it began.
import { findProject, type ProjectSettings } from "../../contract/home/config.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import type { AcceptanceCheck, Checkout, TreePlan } from "../../contract/project/tree.ts";
import type { Dossier } from "../../rules/commission/state.ts";
import type { DispatchDeps } from "./deps.ts";

export type Ground =
  | { ok: true; tree: TreePlan | undefined; checks: readonly AcceptanceCheck[]; marked: readonly string[] }
  | { ok: false; message: string };

const asBefore: Ground = { ok: true, tree: undefined, checks: [], marked: [] };

export async function findGround(
  deps: Pick<DispatchDeps, "settings" | "trees">,
  { request, bench, tree }: Dossier,
  checkout: Checkout,
): Promise<Ground> {
  if (bench > 0 || request.chore !== null) return asBefore;
  const { id, project, startAt } = request;
  const settings = findProject(deps.settings().projects, project);
  if (project !== null && !settings)
    return { ok: false, message: `Project "${project}" is no longer in config.yaml.` };
  const checks = withoutRepeats([...projectChecks(settings), ...ownChecks(request)]);
  // Of a dispatch that a power cut tore only the first line may be left: then there is one already.
  if (tree !== null || project === null || settings?.path === undefined)
    return { ok: true, tree: tree ?? undefined, checks, marked: [] };
  return orSentence(async () => {
    const planned = await deps.trees.plan({ id, project, checkout, startAt });
    if (!planned.ok) return planned;
    // After the plan: whatever is part of the base by now was marked before it came there.
    const marked = await deps.trees.marked({ project, commit: planned.tree.base });
    return { ok: true, tree: planned.tree, checks, marked };
  });
}

/** A full disk may pass, and is thrown. A repository that cannot be worked with is the end of it. */
async function orSentence(plan: () => Promise<Ground>): Promise<Ground> {
  try {
    return await plan();
  } catch (error) {
    if (storageCodeOf(error) !== null || !(error instanceof Error)) throw error;
    return { ok: false, message: error.message };
  }
}

/** A check that both the project and the commission ask for is run once, as the project's. */
function withoutRepeats(checks: readonly AcceptanceCheck[]): AcceptanceCheck[] {
  return checks.filter(({ command }, at) => checks.findIndex((each) => each.command === command) === at);
}

export function projectChecks(settings: ProjectSettings | undefined): AcceptanceCheck[] {
  return (settings?.checks ?? []).map((check) => ({ ...check, from: "project" }));
}

/** As long as a project's own, where the commission does not say. */
const defaultSeconds = 600;

function ownChecks({ checks }: Dossier["request"]): AcceptanceCheck[] {
  return checks.map(({ command, timeoutSeconds = defaultSeconds }) => {
    return { command, timeoutSeconds, from: "commission" };
  });
}
