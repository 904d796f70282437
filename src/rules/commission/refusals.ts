// Says which acts on a commission the hall would refuse in the commission's current state. The page shows
// this in advance, and the acts themselves use the same functions.
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { LandedState } from "../../contract/commission/landing.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { type Refusal, refuse } from "../../contract/api/problem.ts";
import type { Refusals } from "../../contract/api/refusals.ts";
import { landingStateOf } from "./after-end.ts";
import { decide } from "./decide.ts";
import { type Commission, isEnded } from "./state.ts";

export function refusalsOf(commission: Commission, continuedBy: CommissionId | null): Refusals {
  const cancel = decide(commission, { do: "cancel", by: "person", reason: "" });
  return {
    cancel: cancel.ok ? null : cancel.problem.message,
    redispatch: refuseRedispatch(commission, continuedBy)?.problem.message ?? null,
    remove: {
      refusal: refuseRemoval(commission, true)?.problem.message ?? null,
      toTrash: commission.status === "failed",
    },
  };
}

export function refuseRedispatch(old: Commission, continuedBy: CommissionId | null): Refusal | null {
  if (!isEnded(old))
    return refuse(
      "wrong_state",
      "A commission that has not ended cannot be redispatched.",
      "Cancel it first.",
    );
  if (old.record.request.chore !== null)
    return refuse(
      "wrong_state",
      "The hall's own side work is not redispatched.",
      'The hall does it again by itself; "guild-hall memory compact" asks for it.',
    );
  const acting = refuseWhileActing(landingStateOf(old));
  if (acting) return acting;
  if (continuedBy === null) return null;
  return refuse(
    "wrong_state",
    `It was redispatched before, as ${continuedBy}.`,
    `To go on from there: guild-hall redispatch ${continuedBy}`,
  );
}

/** Refuses what would take finished work away from under an act on it that the hall is carrying out. */
export function refuseWhileActing(state: LandedState | null): Refusal | null {
  if (state !== "accepting" && state !== "undoing") return null;
  return refuse("wrong_state", "Its work is being merged or undone.", "Try again when that is done.");
}

export function refuseRemoval({ status }: Pick<Commission, "status">, failedToo: boolean): Refusal | null {
  if (!isEndedStatus(status))
    return refuse("wrong_state", "A commission that has not ended cannot be deleted.", "Cancel it first.");
  if (status !== "failed" || failedToo) return null;
  return refuse(
    "wrong_state",
    "A failed commission is kept.",
    "To move it to the trash: --failed-too, or ?failedToo=true over HTTP.",
  );
}
