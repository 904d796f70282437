// Says why an action on a commission would be refused now, as far as the page knows. Pure.
import type { CommissionDetail } from "../../../../src/contract/commission/detail.ts";
import { capital } from "../../../words/say.ts";

export type LandingSheetAct = "accept" | "sendBack" | "reject" | "undo";
export type CommissionAct = "cancel" | "redispatch" | "remove" | "answer" | LandingSheetAct;
export type ActRefusals = Readonly<Record<CommissionAct, string | null>>;

/** `noModel` says why work that needs a model would be refused; `null` if it would not. */
export function refusalsOf(commission: CommissionDetail, noModel: string | null): ActRefusals {
  const { refusals, endedAt, cancelRequested, questions } = commission;
  const landing = commission.afterEnd?.refusals ?? noWork;
  const idle = endedAt !== null ? "It has ended." : cancelRequested ? "It is being cancelled already." : null;
  return {
    cancel: refusals.cancel ?? idle,
    redispatch: refusals.redispatch ?? (noModel && `${capital(noModel)}.`),
    remove: refusals.remove.refusal,
    answer: questions.some(({ answer }) => answer === null) ? null : "It has no open question.",
    ...landing,
    sendBack: landing.sendBack ?? (noModel && `${capital(noModel)}.`),
  };
}

const why = "It has no finished work.";
const noWork: Readonly<Record<LandingSheetAct, string>> = {
  accept: why,
  sendBack: why,
  reject: why,
  undo: why,
};
