// Sends finished work back to be changed: a new commission continues it, with a person's note and comments, and then
// the old one's ledger says so. A hall that is killed between the two writes the second line at its next start.
import { messageOf } from "../../base/text/message-of.ts";
import type { SendBackRequest } from "../../contract/commission/landing.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import { refusalsOfLanding } from "../../rules/commission/decide-landing.ts";
import { refuseRedispatch } from "../../rules/commission/refusals.ts";
import type { Commission } from "../../rules/commission/state.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import { once } from "./accept.ts";
import type { ConductorState } from "./deps.ts";
import { continueWork, inTurn, noCommission } from "./redispatch.ts";

export interface SendBackOrder extends SendBackRequest {
  id: CommissionId;
}

/** Returns the commission that continues the work. */
export async function sendBack(
  conductor: ConductorState,
  order: SendBackOrder,
  key: string | null,
): Promise<Executed> {
  const { note = null, comments } = order;
  if (note === null && comments.length === 0) return nothingSaid;
  const sent = await once(conductor, key, () =>
    inTurn(conductor, order.id, async () => {
      const old = await conductor.deps.ledger.find(order.id);
      if (!old) return noCommission(order.id);
      const refusal = whyNotSentBack(conductor, old);
      if (refusal) return refusal;
      const { note: _note, comments: _comments, ...more } = order;
      const created = await continueWork(conductor, { old, order: more, key, sentBack: { note, comments } });
      if (created.ok) await recordOn(conductor, created.commission);
      return created;
    }),
  );
  // A repeated request may follow one that failed between the two lines.
  if (sent.ok) await inTurn(conductor, order.id, () => recordOn(conductor, sent.commission));
  return sent;
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

/**
 * Records on the old commission that its work was sent back as the new one; returns the new one. Does nothing if that
 * is on record, or if the new one does not come from such an act.
 */
async function recordOn({ deps }: ConductorState, created: Commission): Promise<Executed> {
  const { id, continues, sentBack } = created.record.request;
  const asCreated: Executed = { ok: true, commission: created };
  if (continues === null || sentBack === undefined) return asCreated;
  const old = await deps.ledger.find(continues);
  // Work that was not finished is redispatched, with the comments that it was given before.
  if (!old || refusalsOfLanding(old).sendBack !== null) return asCreated;
  const recorded = await deps.ledger.execute(continues, [
    { do: "send-back", as: id, comments: sentBack.comments.length, by: "person" },
  ]);
  return recorded.ok ? asCreated : recorded;
}

/**
 * Records what a hall that was killed could not: on each commission whose work is continued with comments. Must be
 * called before any act on finished work is accepted; such acts then wait for it.
 */
export function recordSentBack(conductor: ConductorState): void {
  const { deps } = conductor;
  for (const { id, continues } of [...deps.ledger.summaries()].filter((each) =>
    isUnrecorded(conductor, each),
  )) {
    if (continues === null) continue;
    const repair = async () => {
      const created = await deps.ledger.find(id);
      return created ? recordOn(conductor, created) : noCommission(id);
    };
    inTurn(conductor, continues, repair).catch((error: unknown) => {
      const reason = messageOf(error);
      deps.log.error("it could not be recorded that finished work was sent back", { id: continues, reason });
    });
  }
}

const canBeSentBack: ReadonlySet<string> = new Set(["ready", "merged", "accepted"]);

function isUnrecorded({ deps }: ConductorState, { comments, continues }: CommissionSummary): boolean {
  if (comments === null || continues === null) return false;
  return canBeSentBack.has(deps.ledger.summary(continues)?.landing?.state ?? "");
}
