// Builds the command that dispatches a commission: its limits and, at the first dispatch, what it works on, how it is
// checked and which instructions it is told.
import { findProject } from "../../contract/home/config.ts";
import { memberOf } from "../../contract/member/member.ts";
import type { Checkout } from "../../contract/project/tree.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { hasComments } from "../../rules/commission/comments.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { changesNoFiles, grantFor, narrowLimits, projectBounds } from "../../rules/limits/grant.ts";
import { plannedHosts } from "../../rules/network/shell-hosts.ts";
import { brokenWorker } from "./accept.ts";
import type { DispatchDeps } from "./deps.ts";
import type { DispatchPlan } from "./dispatch-plan.ts";

export type PlannedDispatch =
  { ok: true; command: Extract<Command, { do: "dispatch" }> } | { ok: false; message: string };

/** Returns `undefined` if `planTree` does. */
export async function planDispatch(
  deps: DispatchDeps,
  { request, tainted }: Pick<CommissionRecord, "request" | "tainted">,
  planTree: (checkout: Checkout) => Promise<DispatchPlan | undefined>,
): Promise<PlannedDispatch | undefined> {
  const { worker, config, model, project, createdBy } = request;
  const listed = await deps.roster.find(worker);
  if (!listed) return { ok: false, message: whyGone(deps, worker) };
  const bounds = projectBounds(deps.settings().projects, project);
  const order = { ...listed, config, model, createdBy, project: bounds };
  const grant = grantFor({ ...order, context: "commission", hasComments: hasComments(request) });
  if (!grant.ok) return { ok: false, message: grant.problem.message };
  const plan = await planTree(listed.worker.checkout);
  if (!plan?.ok) return plan;
  const { tree, checks, marked, landing, instructions } = plan;
  const sandbox = memberOf(worker) === null ? deps.sandbox : null;
  return {
    ok: true,
    command: {
      do: "dispatch",
      sandbox,
      limits: narrowLimits(grant.grant.limits, deps.settings().limits),
      tree,
      checks,
      readOnly: changesNoFiles(listed.worker),
      marked,
      landing,
      instructions,
      shell: plannedHosts({
        allow: findProject(deps.settings().projects, project)?.shell.allow ?? [],
        tools: grant.grant.tools,
        sandbox,
        isTainted: tainted || marked.length > 0,
      }),
    },
  };
}

function whyGone({ roster }: Pick<DispatchDeps, "roster">, worker: string): string {
  const why = roster.whyPassedOver(worker);
  return why === undefined ? `Worker "${worker}" is no longer installed.` : brokenWorker(worker, why);
}
