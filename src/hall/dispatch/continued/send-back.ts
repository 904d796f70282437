// Sends finished work back to be changed: a new commission continues it, with a person's note and comments, and then
// the old one's ledger says so.
import type { SendBackRequest } from "../../../contract/commission/landing.ts";
import type { CommissionId } from "../../../contract/home/ids.ts";
import { type Refusal, refuse } from "../../../contract/api/problem.ts";
import { refusalsOfLanding } from "../../../rules/commission/decide-landing.ts";
import { refuseRedispatch } from "../../../rules/commission/refusals.ts";
import type { Commission } from "../../../rules/commission/state.ts";
import type { Executed } from "../../../rules/commission/verdict.ts";
import { once } from "../accept.ts";
import type { ConductorState } from "../deps.ts";
import { inTurn, noCommission, settle } from "./follow-ups.ts";
import { continueWork } from "./redispatch.ts";

export interface SendBackOrder extends SendBackRequest {
  id: CommissionId;
}

/** Returns the commission that continues the work. */
export async function sendBack(
  conductor: ConductorState,
  order: SendBackOrder,
  key: string | null,
): Promise<Executed> {
  const { note = null, comments, attachments = [] } = order;
  if (note === null && comments.length === 0 && attachments.length === 0) return nothingSaid;
  const sent = await once(conductor, key, () =>
    inTurn(conductor, order.id, async () => {
      const old = await conductor.deps.ledger.find(order.id);
      if (!old) return noCommission(order.id);
      const refusal = whyNotSentBack(conductor, old);
      if (refusal) return refusal;
      const { note: _note, comments: _comments, ...more } = order;
      const created = await continueWork(conductor, { old, order: more, key, sentBack: { note, comments } });
      if (created.ok) await settle(conductor, order.id);
      return created;
    }),
  );
  // A repeated request may follow one that failed between the two lines.
  return sent.ok ? inTurn(conductor, order.id, async () => sent) : sent;
}

const nothingSaid: Refusal = refuse(
  "bad_shape",
  "Say what should change: there is neither a note nor a comment.",
  "To continue the work without either, redispatch it.",
);

function whyNotSentBack({ dependencies }: ConductorState, old: Commission): Refusal | null {
  const why = refusalsOfLanding(old).sendBack;
  if (why !== null) return refuse("wrong_state", why);
  return refuseRedispatch(old, dependencies.continuationOf(old.record.request.id) ?? null);
}
