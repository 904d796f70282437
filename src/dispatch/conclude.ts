// The end of a commission: what is to be done is planned and on record, then applied, then the terminal event is
// written; nothing but answers follows it. Each step may be cut short and is found again at the next start.
import type { FinishPlan } from "../contract/events.ts";
import type { CommissionId } from "../contract/ids.ts";
import type { Command } from "../rules/commands.ts";
import type { Commission, Dossier } from "../rules/state.ts";
import { applyChore } from "./apply-chore.ts";
import type { Conduct, DispatchDeps } from "./deps.ts";
import { type FinishedTree, finishTree, leaveTree } from "./finish-tree.ts";
import { isHopeless, noteUnfinished } from "./unfinished.ts";

export async function conclude(conduct: Conduct, id: CommissionId): Promise<void> {
  const { deps, stopping } = conduct;
  if (stopping.aborted) return;
  const planned = await step(deps, id, { do: "conclude", policy: deps.policy, now: deps.clock.now() });
  const { plan, applied } = planned.record;
  if (!plan) return conduct.admit(); // it is to go on later
  if (!applied) await apply(conduct, planned.record, plan);
  const settled = await step(deps, id, { do: "settle" });
  deps.log.info("commission ended", { id, status: settled.status });
  conduct.admit();
}

async function apply(conduct: Conduct, record: Dossier, plan: FinishPlan): Promise<void> {
  const { deps, unfinished } = conduct;
  const { id } = record.request;
  const { artifacts, problems } = await deps.work.collect(id, plan, record.tree);
  const chore = await applyChore(deps, record);
  const finished = await applyTree(conduct, record, plan);
  await step(deps, id, {
    do: "record-applied",
    artifacts,
    problems: [...problems, ...(finished?.problems ?? [])],
    chore,
    tree: finished?.outcome,
  });
  unfinished.delete(id);
}

/** undefined: it has none. */
async function applyTree(
  conduct: Conduct,
  record: Dossier,
  plan: FinishPlan,
): Promise<FinishedTree | undefined> {
  const { tree, request } = record;
  if (!plan.tree || tree === null) return undefined;
  const finish = { record, plan, tree };
  try {
    return await finishTree(conduct.deps, finish, (command) => step(conduct.deps, request.id, command));
  } catch (error) {
    const fault = noteUnfinished(conduct, request.id, error);
    if (!isHopeless(fault, error)) throw error;
    conduct.deps.log.error("a branch could not be finished, and is left as it is", {
      id: request.id,
      reason: fault.reason,
    });
    return leaveTree(finish, error);
  }
}

async function step(deps: DispatchDeps, id: CommissionId, command: Command): Promise<Commission> {
  const done = await deps.ledger.execute(id, [command]);
  if (!done.ok) throw new Error(done.problem.message);
  return done.commission;
}
