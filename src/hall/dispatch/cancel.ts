// Cancels and removes commissions at a person's request.
import type { CommissionId } from "../../contract/home/ids.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { landingStateOf } from "../../rules/commission/after-end.ts";
import { refuseRemoval, refuseWhileActing } from "../../rules/commission/refusals.ts";
import { isEnded, type MemberJob } from "../../rules/commission/state.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import type { ConductorState } from "./deps.ts";
import { endLeftover } from "./end-leftover.ts";
import { findReadable } from "./find-readable.ts";
import { follow } from "./follow.ts";
import { removeInTurn } from "./continued/follow-ups.ts";
import { firstOf } from "../following/wait.ts";

/** How long the caller waits for the end. The cancellation is on record in any case. */
const patienceMs = 5000;

export async function cancel(
  conductor: ConductorState,
  id: CommissionId,
  reason: string | null,
): Promise<Executed> {
  const { deps } = conductor;
  const asked = await deps.ledger.execute(id, [
    { do: "cancel", by: "person", reason: reason ?? "A person cancelled it." },
  ]);
  if (!asked.ok || isEnded(asked.commission)) return asked;
  follow(conductor, id);
  deps.nudges.poke(id);
  await untilEnded(conductor, id);
  const commission = await deps.ledger.find(id);
  return commission ? { ok: true, commission } : refuse("not_found", `There is no commission ${id}.`);
}

async function untilEnded(conductor: ConductorState, id: CommissionId): Promise<void> {
  const followed = conductor.following.get(id);
  if (followed) await firstOf(conductor, patienceMs, [followed]);
}

export interface RemovedCommission {
  ok: true;
  movedTo: string | null;
  /** The commission's job that remains at its guild member; `null` if none is known. */
  job: MemberJob | null;
}

/**
 * Deletes a completed or cancelled commission for good. A failed one goes to the trash, and only if `failedToo` is set.
 */
export async function remove(
  conductor: ConductorState,
  id: CommissionId,
  failedToo: boolean,
): Promise<RemovedCommission | Refusal> {
  const { deps } = conductor;
  // If the ledger is damaged, only the summary is left, which is enough to remove the commission.
  const commission = await findReadable(deps.ledger, id);
  const known = commission ?? deps.ledger.summary(id);
  if (!known) return refuse("not_found", `There is no commission ${id}.`);
  const refusal = refuseRemoval(known, failedToo);
  if (refusal) return refusal;
  const acting = commission && refuseWhileActing(landingStateOf(commission));
  if (acting) return acting;
  if (!(await endLeftover(conductor, id)))
    return refuse("wrong_state", "A process of this commission is still at work and does not end.");
  const continues = commission?.record.request.continues ?? null;
  return removeInTurn(conductor, { id, continues }, async () => {
    const removed = await deps.ledger.remove(id, known.status === "failed" ? "to-trash" : "for-good");
    if (!removed.ok) return removed;
    conductor.dependencies.removed(id);
    return { ...removed, job: commission?.record.job ?? null };
  });
}
