// Keeps what a commission has used so far, its limits, and the first reason why it cannot continue.
import type { CourseFact } from "../../contract/course/course-facts.ts";
import type { GatewayVerdict } from "../../contract/course/session-end.ts";
import type { RequestKind } from "../../contract/course/model-request.ts";
import {
  budgetVerdict,
  failingVerdict,
  maySend,
  mustWait,
  type SessionLimits,
  type SpentSoFar,
  type UnderWay,
} from "../../rules/limits/may-send.ts";
import { type Charge, costOfCharge, type MostCost, tokensOfCharge } from "./charge.ts";

export interface AccountOrder {
  limits: { maxTurns: number; maxBudgetUsd: number };
  spent: { turns: number; usd: number };
  failedTurns: number;
  /** How many requests outside the main conversation may fail in a row. `null` for any number. */
  mostFailures: number | null;
  record(fact: CourseFact): Promise<void>;
}

export interface AnsweredRequest {
  kind: RequestKind;
  charge: Charge;
  /** False if the answer broke off: then it costs something but does not count as a turn. */
  whole: boolean;
  ms: number;
  /** The request's number. `null` if its sending was not recorded. */
  request: number | null;
}

export interface FailedRequest {
  kind: RequestKind;
  status: number | null;
  message: string;
  retried: boolean;
  /**
   * The request's number if it costs nothing. `null` if a separate record states its cost, or its sending was not
   * recorded.
   */
  request: number | null;
}

export interface Account {
  tally(): { answered: number; failed: number };
  verdict(): GatewayVerdict | null;
  /**
   * Sets the verdict: why the session cannot continue. The first verdict stays, and no main request is sent after it.
   */
  condemn(verdict: GatewayVerdict): void;
  /** Sets a verdict that holds only if the session does not recover: the next main answer clears it. */
  suspect(verdict: GatewayVerdict): void;
  /** Returns the verdict once the budget is spent. `null` otherwise. */
  closed(): GatewayVerdict | null;
  /** Returns a verdict once too many requests outside the main conversation have failed in a row. `null` otherwise. */
  failing(): GatewayVerdict | null;
  /**
   * Decides whether one more request of this kind may be sent beside the requests in flight. `null` if it may. Returns
   * "wait" while the requests in flight may still use up a limit. If no further request may be sent, the verdict is set
   * too.
   */
  check(kind: RequestKind, underWay: UnderWay): GatewayVerdict | "wait" | null;
  /**
   * Records that a request is about to be sent, and returns its number. If the workbench is killed, the next one learns
   * from this record what may have to be paid.
   */
  sending(kind: RequestKind, most: MostCost): Promise<number>;
  answered(answer: AnsweredRequest): Promise<void>;
  failed(failure: FailedRequest): Promise<void>;
  /**
   * Records, before anything is sent, that the endpoint is about to search the web. The answer may then hold
   * untrusted text.
   */
  searching(): Promise<void>;
}

interface State extends SpentSoFar {
  failed: number;
  verdict: GatewayVerdict | null;
  suspicion: GatewayVerdict | null;
  hasSearched: boolean;
  /** How many request numbers have been given out. */
  requests: number;
}

/**
 * The value of `AccountOrder.mostFailures` for a commission. claude gives up long before this many failures,
 * but a worker could otherwise fill the record with failing requests, which are free.
 */
export const mostFailures = 100;

export function createAccount(order: AccountOrder): Account {
  const limits: SessionLimits = { ...order.limits, mostFailures: order.mostFailures };
  const state: State = {
    ...order.spent,
    failed: order.failedTurns,
    verdict: null,
    suspicion: null,
    hasSearched: false,
    requests: 0,
    failures: 0,
  };
  return {
    tally: () => ({ answered: state.turns, failed: state.failed }),
    verdict: () => state.verdict ?? state.suspicion,
    condemn: (verdict) => condemn(state, verdict),
    suspect: (verdict) => void (state.suspicion = verdict),
    closed: () => budgetVerdict(state, limits),
    failing: () => failingVerdict(state, limits),
    check: (kind, underWay) => check(state, limits, { kind, underWay }),
    sending: (kind, most) => noteSending(state, order, { kind, most }),
    answered: (answer) => addAnswer(state, order, answer),
    failed: (failure) => addFailure(state, order, failure),
    searching: () => noteSearch(state, order),
  };
}

function condemn(state: State, verdict: GatewayVerdict): void {
  state.verdict ??= verdict;
}

function check(
  state: State,
  limits: SessionLimits,
  { kind, underWay }: { kind: RequestKind; underWay: UnderWay },
): GatewayVerdict | "wait" | null {
  const { refusal, ends } = maySend(kind, { use: state, limits, verdict: state.verdict });
  if (refusal && ends) condemn(state, refusal);
  return refusal ?? (mustWait(kind, { use: state, limits, underWay }) ? "wait" : null);
}

async function noteSending(
  state: State,
  order: AccountOrder,
  { kind, most }: { kind: RequestKind; most: MostCost },
): Promise<number> {
  state.requests += 1;
  const request = state.requests;
  await order.record({ type: "model.sent", request, kind, ...most });
  return request;
}

async function addAnswer(state: State, order: AccountOrder, answer: AnsweredRequest): Promise<void> {
  const { kind, charge, whole, ms, request } = answer;
  const cost = costOfCharge(charge);
  if (whole) state.failures = 0;
  if (kind === "main" && whole) {
    state.turns += 1;
    state.suspicion = null;
  }
  state.usd += cost.budgetUsd;
  await order.record({
    type: "model.answered",
    kind,
    model: charge.model,
    tokens: tokensOfCharge(charge),
    ...cost,
    whole,
    ms,
    ...(charge.estimated ? { estimated: true } : {}),
    ...(request === null ? {} : { request }),
  });
}

async function addFailure(state: State, order: AccountOrder, failure: FailedRequest): Promise<void> {
  const { request, ...said } = failure;
  if (failure.kind === "main") state.failed += 1;
  else state.failures += 1;
  await order.record({ type: "model.failed", ...said, ...(request === null ? {} : { request }) });
}

/** Records the first search only, because a session that has searched counts as such for good. */
async function noteSearch(state: State, order: AccountOrder): Promise<void> {
  if (state.hasSearched) return;
  await order.record({ type: "model.searching" });
  state.hasSearched = true;
}
