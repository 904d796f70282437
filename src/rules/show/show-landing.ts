// Builds what lists and details show about finished work after the end of its commission: whether it waits for a
// person, is merged, was sent back, rejected or undone.
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import type { LandingDetail, LandingSummary } from "../../contract/commission/landing.ts";
import type { AnsweredComment } from "../../contract/commission/review-comment.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import type { CommissionSummary } from "../../contract/commission/meta.ts";
import { commentsIn } from "../commission/comments.ts";
import { landingStateOf, mergedAs } from "../commission/after-end.ts";
import { refusalsOfLanding } from "../commission/decide-landing.ts";
import { refuseRedispatch } from "../commission/refusals.ts";
import type { Commission, CommissionRecord } from "../commission/state.ts";

export function landingOf(commission: Commission): LandingSummary | null {
  const state = landingStateOf(commission);
  if (state === null) return null;
  const { land, afterEnd } = commission.record;
  const { acting, accepted, undone, sentBack, rejected, stopped, seen } = afterEnd;
  const last = acting ?? undone ?? sentBack ?? rejected ?? accepted ?? stopped;
  return {
    mode: land,
    state,
    commit: undone?.commit ?? mergedAs(commission),
    stopped: stopped && { act: stopped.act, cause: stopped.cause, message: stopped.message },
    seen,
    at: last?.at ?? null,
  };
}

/** `continuedBy` is the later commission that continues this one's work; `null` if there is none. */
export function landingDetailOf(
  commission: Commission,
  continuedBy: CommissionId | null,
): LandingDetail | null {
  if (landingStateOf(commission) === null) return null;
  const { acting, stopped, accepted, undone, rejected } = commission.record.afterEnd;
  const refusals = refusalsOfLanding(commission);
  return {
    lastStop: stopped && {
      ...stopped,
      conflicts: [...stopped.conflicts],
      standing: [...stopped.standing],
      checks: [...stopped.checks],
    },
    checks: [...((undone ?? accepted)?.checks ?? [])],
    reason: (rejected ?? undone ?? acting)?.reason ?? null,
    refusals: {
      ...refusals,
      sendBack: refusals.sendBack ?? refuseRedispatch(commission, continuedBy)?.problem.message ?? null,
    },
  };
}

/** Returns the note and the comments that came with the work, each comment with the worker's latest answer. */
export function sentBackOf(record: CommissionRecord): CommissionDetail["sentBack"] {
  const { sentBack } = record.request;
  return sentBack ? { note: sentBack.note, comments: answeredComments(record) } : null;
}

export function answeredComments({
  request,
  commentAnswers,
}: Pick<CommissionRecord, "request" | "commentAnswers">): AnsweredComment[] {
  return commentsIn(request).map((comment, at) => {
    const answer = commentAnswers.get(at + 1);
    return { number: at + 1, ...comment, outcome: answer?.outcome ?? null, answer: answer?.answer ?? null };
  });
}

export function commentsOf(record: CommissionRecord): CommissionSummary["comments"] {
  const { sentBack } = record.request;
  return sentBack ? { total: sentBack.comments.length, answered: record.commentAnswers.size } : null;
}
