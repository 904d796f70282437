// The record of a commission that was just created, before anything else is known about it.
import type { AcceptedRequest } from "../../contract/commission/commission.ts";
import { newCourse } from "../course/course.ts";
import { nothingAfterEnd } from "./after-end.ts";
import { noneHeard } from "./notes.ts";
import type { CommissionRecord } from "./state.ts";

/** The way in which older releases finished work: their ledgers do not say it. */
const asBeforeLanding = {
  land: "integration",
  recordMode: "commit",
  commitStyle: null,
  afterEnd: nothingAfterEnd,
} as const satisfies Partial<CommissionRecord>;

export function newCommissionRecord(request: AcceptedRequest, createdAt: string): CommissionRecord {
  return {
    ...newCourse({ isRehearsed: request.rehearsal !== null, tainted: request.untrusted }),
    request,
    createdAt,
    checks: [],
    readOnly: false,
    approve: null,
    proof: null,
    landing: null,
    refutation: null,
    carried: null,
    returns: 0,
    summary: null,
    questions: [],
    submission: null,
    job: null,
    loss: null,
    cancel: null,
    plan: null,
    planned: null,
    merge: null,
    applied: null,
    answers: [],
    notes: [],
    heardWords: noneHeard,
    commentAnswers: new Map(),
    ...asBeforeLanding,
  };
}
