// Answers a person's requests on finished work: the list of what is ready, and accepting, rejecting, undoing and
// ticking it.
import type { Operations } from "../../contract/api/operation.ts";
import type { CommissionDetail } from "../../contract/commission/detail.ts";
import { done, type Outcome } from "../../contract/api/problem.ts";
import type { Commission } from "../../rules/commission/state.ts";
import type { Executed } from "../../rules/commission/verdict.ts";
import type { Conductor } from "../dispatch/conductor.ts";
import type { Landings } from "../landing/landings.ts";
import { listReview, type ReviewListDeps } from "../landing/review-list.ts";

export interface LandingOperationsDeps {
  landings: Pick<Landings, "accept" | "undo" | "reject" | "markSeen" | "callOff">;
  review: ReviewListDeps;
  /** Runs an act on finished work while the work is not being sent back or redispatched. */
  inTurn: Conductor["inTurn"];
  shown(commission: Commission): CommissionDetail;
}

export type LandingOperations = Pick<Operations, "review" | "accept" | "undo" | "reject" | "seen">;

export function createLandingOperations(deps: LandingOperationsDeps): LandingOperations {
  const { landings, review, inTurn } = deps;
  const show = async (asked: Promise<Executed>): Promise<Outcome<CommissionDetail>> => {
    const changed = await asked;
    return changed.ok ? done(deps.shown(changed.commission)) : changed;
  };
  return {
    review: async ({ query }) => done(await listReview(review, { ...query, seen: query.seen === "true" })),
    accept: ({ params: { id } }) => show(inTurn(id, () => landings.accept(id))),
    undo: ({ params: { id } }) => show(inTurn(id, () => landings.undo(id))),
    reject: ({ params: { id }, body }) => show(inTurn(id, () => landings.reject(id, body.reason ?? null))),
    seen: ({ params, body }) => show(landings.markSeen(params.id, body.seen)),
  };
}
