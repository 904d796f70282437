// Starting what may start: chosen by rule, dispatched in the ledger first, then prepared and started.
import type { CommissionId } from "../contract/ids.ts";
import { chooseStarts, nextDue } from "../rules/admission.ts";
import { grantFor, narrowLimits } from "../rules/tools.ts";
import type { Commission } from "../rules/state.ts";
import type { Conduct } from "./deps.ts";
import { follow } from "./follow.ts";

export async function admitAll(conduct: Conduct): Promise<void> {
  const { deps, stopping } = conduct;
  if (stopping.aborted) return;
  const { hasModel, clock } = deps;
  const { slots } = deps.settings();
  const chosen = chooseStarts(deps.ledger.live(), { slots, hasModel, now: clock.now() });
  let failed = false;
  for (const id of chosen) {
    await admitOne(conduct, id).catch((error: unknown) => {
      failed = true;
      deps.log.error("a commission could not be admitted; it is tried again", {
        id,
        message: messageOf(error),
      });
    });
  }
  wakeWhenDue(conduct, failed ? clock.now() + retryMs : undefined);
}

/** How long a fault, such as a full disk, is given to pass. */
const retryMs = 2000;

/** Nothing is polled: one timer, for the first that waits for its time, or for another try. */
function wakeWhenDue(conduct: Conduct, retryAt: number | undefined): void {
  const { deps } = conduct;
  if (conduct.stopping.aborted) return;
  const now = deps.clock.now();
  const due = [nextDue(deps.ledger.live(), now), retryAt].filter((time) => time !== undefined);
  conduct.alarm?.cancel();
  conduct.alarm =
    due.length === 0 ? null : deps.clock.after(Math.max(0, Math.min(...due) - now), conduct.admit);
}

async function admitOne(conduct: Conduct, id: CommissionId): Promise<void> {
  const { deps } = conduct;
  const commission = await deps.ledger.find(id);
  if (!commission || conduct.stopping.aborted) return;
  const worker = deps.roster.find(commission.record.request.worker);
  const grant = worker && grantFor(worker, commission.record.request.config);
  if (!grant?.ok) {
    const message = grant
      ? grant.problem.message
      : `Worker "${commission.record.request.worker}" is no longer installed.`;
    await deps.ledger.execute(id, [{ do: "reject", message }]);
    return follow(conduct, id);
  }
  const limits = narrowLimits(grant.grant.limits, deps.settings().limits);
  const dispatched = await deps.ledger.execute(id, [{ do: "dispatch", sandbox: deps.sandbox, limits }]);
  // Refused when a person cancelled it meanwhile: that is no error.
  if (dispatched.ok) await start(conduct, dispatched.commission);
}

/** Every way out of here leaves a commission that is followed to its end. */
async function start(conduct: Conduct, commission: Commission): Promise<void> {
  const { deps } = conduct;
  const { bench, request } = commission.record;
  const { id } = request;
  try {
    await deps.work.prepare(id);
    await deps.engine.start({ id, bench });
    deps.log.info("workbench started", { id, bench });
  } catch (error) {
    const message = `The workbench could not be started: ${messageOf(error)}`;
    deps.log.error(message, { id, bench });
    await deps.ledger.execute(id, [{ do: "lose-workbench", bench, began: false, message }]);
  } finally {
    follow(conduct, id);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
