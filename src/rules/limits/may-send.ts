// Decides whether one more request may go to the model: by the budget, the turns, failures in a row, and what is
// still in flight.
import type { GatewayVerdict, RequestKind } from "../../contract/commission/facts.ts";

export interface SpentSoFar {
  turns: number;
  usd: number;
  /** Requests beside the main conversation that failed since the last whole answer. */
  failures: number;
}

export interface SessionLimits {
  maxTurns: number;
  maxBudgetUsd: number;
  /** How many requests beside the main conversation may fail in a row. `null`: any number, as none are recorded. */
  mostFailures: number | null;
}

export interface UnderWay {
  all: number;
  main: number;
  /** The most that all of them may cost together. */
  usd: number;
}

/** The most requests that are sent to the endpoint at once. */
export const mostAtOnce = 4;

/** Returns the verdict once the budget is spent: then no request of any kind goes out. `null` otherwise. */
export function budgetVerdict({ usd }: SpentSoFar, { maxBudgetUsd }: SessionLimits): GatewayVerdict | null {
  return usd >= maxBudgetUsd ? { how: "budget", limitUsd: maxBudgetUsd } : null;
}

/** Returns a verdict once too many requests beside the main conversation have failed in a row. `null` otherwise. */
export function failingVerdict(
  { failures }: SpentSoFar,
  { mostFailures: most }: SessionLimits,
): GatewayVerdict | null {
  if (most === null || failures < most) return null;
  return {
    how: "api",
    status: null,
    message: `${most} requests failed one after another: the gateway sends no more.`,
  };
}

export interface Sending {
  /** Why this request may not go out; `null` if no limit stands in its way. */
  refusal: GatewayVerdict | null;
  /** Whether the refusal also ends the session. */
  ends: boolean;
}

/** Decides by what is used up. `verdict` is why the session has ended already, if it has. */
export function maySend(
  kind: RequestKind,
  { use, limits, verdict }: { use: SpentSoFar; limits: SessionLimits; verdict: GatewayVerdict | null },
): Sending {
  const spent = budgetVerdict(use, limits);
  // A member condenses its memory beside its job, also after the job's last turn: the budget alone bounds that.
  const failing = kind === "main" ? null : failingVerdict(use, limits);
  if (kind === "memory") return { refusal: spent ?? failing, ends: spent !== null };
  const usedUp = turnsVerdict(use, limits);
  // The session may have ended normally with its last turn, so a request beside it does not end the session.
  const ends = spent !== null || (usedUp !== null && kind === "main");
  return { refusal: verdict ?? spent ?? usedUp ?? failing, ends };
}

function turnsVerdict({ turns }: SpentSoFar, { maxTurns }: SessionLimits): GatewayVerdict | null {
  return turns >= maxTurns ? { how: "turns", limit: maxTurns } : null;
}

/**
 * Decides whether a request waits for those in flight. They count as turns, so that no more go out together than there
 * are turns left. The same holds for the budget, so that only the last request sent can overshoot it. A search may cost
 * so much that most budgets allow no other request beside it.
 */
export function mustWait(
  kind: RequestKind,
  { use, limits, underWay }: { use: SpentSoFar; limits: SessionLimits; underWay: UnderWay },
): boolean {
  if (underWay.all >= mostAtOnce) return true;
  if (underWay.all > 0 && use.usd + underWay.usd >= limits.maxBudgetUsd) return true;
  return kind === "main" && use.turns + underWay.main >= limits.maxTurns;
}
