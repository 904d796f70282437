// Plans a commission that is never made, to show what its worker would be told: accepted and dispatched by the rules
// that hold for all, in events that are written to no ledger.
import type { LedgerEvent } from "../../contract/commission/events.ts";
import type { PromptRequest } from "../../contract/commission/told.ts";
import { memberOf } from "../../contract/member/member.ts";
import { done, type Outcome, refuse } from "../../contract/api/problem.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { decide } from "../../rules/commission/decide.ts";
import { fold } from "../../rules/commission/evolve.ts";
import type { CommissionRecord } from "../../rules/commission/state.ts";
import { plannedTask } from "../../rules/prompt/prompts.ts";
import { completeRequest, examine } from "./accept.ts";
import type { DispatchDeps } from "./deps.ts";
import { findDispatchPlan } from "./dispatch-plan.ts";
import { planDispatch } from "./plan-dispatch.ts";
import { resolveWorker } from "./resolve-worker.ts";

export interface PlannedPrompt {
  record: CommissionRecord;
  events: LedgerEvent[];
}

/** Writes nothing. Refuses what a commission would be refused for, but for a missing credential. */
export async function planPrompt(deps: DispatchDeps, asked: PromptRequest): Promise<Outcome<PlannedPrompt>> {
  const resolved = await resolveWorker(deps, asked.worker);
  if (!resolved.ok) return resolved;
  const { worker } = resolved;
  if (memberOf(worker) !== null)
    return refuse(
      "not_for_members",
      "A guild member makes its own prompt: the hall gives it a task and nothing else.",
    );
  const completed = await completeRequest(deps, { ...asked, worker, task: asked.task ?? plannedTask });
  const refusal = await examine(deps, completed);
  if (refusal) return refusal;
  const created = write([], deps, { do: "create", request: completed });
  const record = fold(created)?.record;
  if (!record) throw new Error("A commission that was just created is not there.");
  const planned = await planDispatch(deps, record, (checkout) => findDispatchPlan(deps, record, checkout));
  if (!planned?.ok) return refuse("bad_project", planned?.message ?? "The hall is stopping.");
  const events = write(created, deps, planned.command);
  const dispatched = fold(events)?.record;
  if (!dispatched) throw new Error("A commission that was just dispatched is not there.");
  return done({ record: dispatched, events });
}

/** Returns the events so far and those that follow from the command. Throws if the command is refused. */
function write(events: readonly LedgerEvent[], { clock }: DispatchDeps, command: Command): LedgerEvent[] {
  const verdict = decide(fold(events), command);
  if (!verdict.ok) throw new Error(verdict.problem.message);
  const at = new Date(clock.now()).toISOString();
  return [
    ...events,
    ...verdict.events.map((body, next) => ({ v: 1 as const, seq: events.length + next + 1, at, ...body })),
  ];
}
