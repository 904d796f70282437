// Starts the commission that admission has chosen. The dispatch is in the ledger before anything is prepared or
// started.
import { messageOf } from "../../base/text/message-of.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { memberOf } from "../../contract/member/member.ts";
import { storageCodeOf } from "../../contract/home/storage-fault.ts";
import type { Command } from "../../rules/commission/commands.ts";
import { isLanding } from "../../rules/checks/landing.ts";
import type { Commission } from "../../rules/commission/state.ts";
import { mayWait } from "./dependencies.ts";
import type { ConductorState } from "./deps.ts";
import { endLeftover } from "./end-leftover.ts";
import { follow } from "./follow.ts";
import { planDispatch } from "./plan-dispatch.ts";
import { findDispatchPlan } from "./dispatch-plan.ts";
import { inTime } from "./in-time.ts";

/**
 * Returns false if the commission was not started. It may have been rejected or cancelled meanwhile, which is not an
 * error.
 */
export async function admitOne(conductor: ConductorState, id: CommissionId): Promise<boolean> {
  const { deps } = conductor;
  const commission = await deps.ledger.find(id);
  if (!commission || conductor.stopping.aborted || conductor.isHalted) return false;
  if (!(await inTime(conductor, commission, () => isUnheld(conductor, commission)))) return false;
  const woken: Command[] = commission.status === "paused" ? [{ do: "wake", now: deps.clock.now() }] : [];
  if (!(await endLeftover(conductor, id))) throw new Error("Its last workbench does not end.");
  if (isLanding(commission)) return startLanding(conductor, commission);
  const planned = await planDispatch(deps, commission.record, async (checkout) => {
    const plan = await inTime(conductor, commission, () =>
      findDispatchPlan(deps, commission.record, checkout),
    );
    // While the hall is stopping, a refusal may only mean that the query was interrupted.
    return conductor.stopping.aborted ? undefined : plan;
  });
  if (planned === undefined) return false;
  if (!planned.ok) return reject(conductor, id, [...woken, { do: "reject", message: planned.message }]);
  const dispatched = await deps.ledger.execute(id, [...woken, planned.command]);
  if (dispatched.ok) await start(conductor, dispatched.commission);
  return dispatched.ok;
}

/** Starts a workbench that only checks the merge: the work is done, so no worker is needed. */
async function startLanding(conductor: ConductorState, { record }: Commission): Promise<boolean> {
  const { deps } = conductor;
  const { limits } = record;
  if (limits === null) throw new Error("It was never dispatched, and has no work to be merged.");
  const dispatched = await deps.ledger.execute(record.request.id, [
    { do: "dispatch", sandbox: deps.sandbox, limits },
  ]);
  if (dispatched.ok) await start(conductor, dispatched.commission);
  return dispatched.ok;
}

/**
 * Blocks the commission and returns false if it has to wait. Its dependencies are checked again here, because
 * one may have been deleted, or a crash may have lost the event that blocked the commission when it was
 * created.
 */
async function isUnheld({ deps, dependencies }: ConductorState, commission: Commission): Promise<boolean> {
  if (!mayWait(commission)) return true;
  const { request } = commission.record;
  const waitingFor = await dependencies.unmet(request, commission.record);
  if (waitingFor.length > 0) await deps.ledger.execute(request.id, [{ do: "block", waitingFor }]);
  return waitingFor.length === 0;
}

async function reject(
  conductor: ConductorState,
  id: CommissionId,
  commands: readonly Command[],
): Promise<boolean> {
  await conductor.deps.ledger.execute(id, commands);
  follow(conductor, id);
  return false;
}

/** Starts the workbench. Follows the commission to its end even if the start fails. */
async function start(conductor: ConductorState, commission: Commission): Promise<void> {
  const { deps } = conductor;
  const { bench, request, sessionId, tree } = commission.record;
  const { id } = request;
  try {
    // The work directory is prepared only before the first session, because files that the worker has deleted
    // must not come back. A guild member works in a directory of its own.
    if (sessionId === null && memberOf(request.worker) === null) await deps.work.prepare(id, tree);
    await deps.engine.start({ id, bench });
    deps.log.info("workbench started", { id, bench });
  } catch (error) {
    const message = `The workbench could not be started: ${messageOf(error)}`;
    deps.log.error(message, { id, bench });
    const storage = storageCodeOf(error) !== null;
    await deps.ledger.execute(id, [{ do: "lose-workbench", bench, began: false, message, storage }]);
  } finally {
    follow(conductor, id);
  }
}
