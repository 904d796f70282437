// The end of a commission: what is to be done is planned and on record, then applied, then the terminal event is
// written; nothing but answers follows it. Each step may be cut short and is found again at the next start.
import type { FinishPlan } from "../contract/events.ts";
import type { CommissionId } from "../contract/ids.ts";
import type { Command } from "../rules/commands.ts";
import type { Commission, Dossier } from "../rules/state.ts";
import { applyChore } from "./apply-chore.ts";
import type { Conduct, DispatchDeps } from "./deps.ts";

export async function conclude(conduct: Conduct, id: CommissionId): Promise<void> {
  const { deps, stopping } = conduct;
  if (stopping.aborted) return;
  const planned = await step(deps, id, { do: "conclude", policy: deps.policy, now: deps.clock.now() });
  const { plan, applied } = planned.record;
  if (!plan) return conduct.admit(); // it is to go on later
  if (!applied) await apply(deps, planned.record, plan);
  const settled = await step(deps, id, { do: "settle" });
  deps.log.info("commission ended", { id, status: settled.status });
  conduct.admit();
}

async function apply(deps: DispatchDeps, record: Dossier, plan: FinishPlan): Promise<void> {
  const { id } = record.request;
  const { artifacts, problems } = await deps.work.collect(id, plan);
  const chore = await applyChore(deps, record);
  await step(deps, id, { do: "record-applied", artifacts, problems, chore });
}

async function step(deps: DispatchDeps, id: CommissionId, command: Command): Promise<Commission> {
  const done = await deps.ledger.execute(id, [command]);
  if (!done.ok) throw new Error(done.problem.message);
  return done.commission;
}
