// Says why an action on a commission would be refused now, as far as the page knows. Pure.
import type { CommissionDetail } from "../../../../src/contract/api/api.ts";
import { capital } from "../../../words/say.ts";

export type CommissionAct = "cancel" | "redispatch" | "remove" | "answer";
export type ActRefusals = Readonly<Record<CommissionAct, string | null>>;

/** `noModel` says why work that needs a model would be refused; `null` if it would not. */
export function refusalsOf(commission: CommissionDetail, noModel: string | null): ActRefusals {
  const { refusals, endedAt, cancelRequested, questions } = commission;
  const idle = endedAt !== null ? "It has ended." : cancelRequested ? "It is being cancelled already." : null;
  return {
    cancel: refusals.cancel ?? idle,
    redispatch: refusals.redispatch ?? (noModel && `${capital(noModel)}.`),
    remove: refusals.remove.refusal,
    answer: questions.some(({ answer }) => answer === null) ? null : "It has no open question.",
  };
}
