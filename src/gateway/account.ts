// What this commission has used so far, what it may use, and the first reason why it cannot go on.
import type { FactBody, GatewayVerdict, RequestKind } from "../contract/facts.ts";
import { costOf } from "../rules/prices.ts";
import type { Reading } from "./meter.ts";

export interface AccountOrder {
  limits: { maxTurns: number; maxBudgetUsd: number };
  spent: { turns: number; usd: number };
  failedTurns: number;
  record(fact: FactBody): Promise<void>;
}

export interface Answered {
  kind: RequestKind;
  /** As asked for; the answer may name another. */
  model: string;
  reading: Reading;
  /** False when it broke off, or claude left before its end: then it is paid for, but is no turn. */
  whole: boolean;
  ms: number;
}

export interface Account {
  tally(): { answered: number; failed: number };
  verdict(): GatewayVerdict | null;
  /** The first reason wins, and no main request goes out after it. */
  condemn(verdict: GatewayVerdict): void;
  /** A reason that holds only if the session does not get over it: the next main answer clears it. */
  suspect(verdict: GatewayVerdict): void;
  /**
   * Whether one more request of this kind may go out beside those under way; sets the verdict when it never may.
   * What is under way may yet use up a limit, so then it has to wait.
   */
  check(kind: RequestKind, underWay: UnderWay): GatewayVerdict | "wait" | null;
  answered(answer: Answered): Promise<void>;
  failed(failure: {
    kind: RequestKind;
    status: number | null;
    message: string;
    retried: boolean;
  }): Promise<void>;
}

export interface UnderWay {
  all: number;
  main: number;
}

/** What requests cost is known when they are answered: this many may overdraw a budget together. */
export const mostAtOnce = 4;

interface State {
  turns: number;
  usd: number;
  failed: number;
  verdict: GatewayVerdict | null;
  suspicion: GatewayVerdict | null;
}

export function createAccount(order: AccountOrder): Account {
  const state: State = { ...order.spent, failed: order.failedTurns, verdict: null, suspicion: null };
  return {
    tally: () => ({ answered: state.turns, failed: state.failed }),
    verdict: () => state.verdict ?? state.suspicion,
    condemn: (verdict) => condemn(state, verdict),
    suspect: (verdict) => void (state.suspicion = verdict),
    check: (kind, underWay) => check(state, order, kind) ?? mayWait(state, order, { kind, underWay }),
    answered: (answer) => addAnswer(state, order, answer),
    failed: (failure) => addFailure(state, order, failure),
  };
}

function condemn(state: State, verdict: GatewayVerdict): void {
  state.verdict ??= verdict;
}

function check(state: State, order: AccountOrder, kind: RequestKind): GatewayVerdict | null {
  const { maxTurns, maxBudgetUsd } = order.limits;
  const isSpent = state.usd >= maxBudgetUsd;
  if (isSpent) condemn(state, { how: "budget", limitUsd: maxBudgetUsd });
  // A tool of the last turn may still ask a model (a search, a page), but not beyond the budget.
  if (kind !== "main") return isSpent ? state.verdict : null;
  if (state.turns >= maxTurns) condemn(state, { how: "turns", limit: maxTurns });
  return state.verdict;
}

/** Counted as turns beforehand: of requests sent together, no more go out than there are turns left. */
function mayWait(
  state: State,
  order: AccountOrder,
  { kind, underWay }: { kind: RequestKind; underWay: UnderWay },
): "wait" | null {
  if (underWay.all >= mostAtOnce) return "wait";
  return kind === "main" && state.turns + underWay.main >= order.limits.maxTurns ? "wait" : null;
}

async function addAnswer(state: State, order: AccountOrder, answer: Answered): Promise<void> {
  const { kind, reading, whole, ms } = answer;
  const model = reading.model ?? answer.model;
  const cost = costOf(model, reading.usage);
  if (kind === "main" && whole) {
    state.turns += 1;
    state.suspicion = null;
  }
  state.usd += cost.budgetUsd;
  await order.record({ type: "model.answered", kind, model, tokens: tokensOf(reading), ...cost, whole, ms });
}

function tokensOf({ usage }: Reading) {
  const cacheWrite = usage.cacheWrite5m + usage.cacheWrite1h;
  return { input: usage.input, output: usage.output, cacheRead: usage.cacheRead, cacheWrite };
}

async function addFailure(
  state: State,
  order: AccountOrder,
  failure: { kind: RequestKind; status: number | null; message: string; retried: boolean },
): Promise<void> {
  if (failure.kind === "main") state.failed += 1;
  await order.record({ type: "model.failed", ...failure });
}
