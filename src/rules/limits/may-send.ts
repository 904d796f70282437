// Decides whether one more request may be sent to the model: by the budget, the turns, the failures in a row, and the
// requests still in flight.
import type { GatewayVerdict } from "../../contract/course/session-end.ts";
import type { RequestKind } from "../../contract/course/model-request.ts";

export interface SpentSoFar {
  turns: number;
  usd: number;
  /** How many requests outside the main conversation have failed since the last complete answer. */
  failures: number;
}

export interface SessionLimits {
  maxTurns: number;
  maxBudgetUsd: number;
  /**
   * How many requests outside the main conversation may fail in a row; `null` if any number may, as for jobs
   * whose failures are not recorded.
   */
  mostFailures: number | null;
}

export interface UnderWay {
  all: number;
  main: number;
  /** The most that all requests in flight may cost together. */
  usd: number;
}

/** The most requests that may be in flight at once. */
export const mostAtOnce = 4;

/**
 * Returns the verdict that ends the session once the budget is spent: then no request of any kind is sent. `null`
 * before that.
 */
export function budgetVerdict({ usd }: SpentSoFar, { maxBudgetUsd }: SessionLimits): GatewayVerdict | null {
  return usd >= maxBudgetUsd ? { how: "budget", limitUsd: maxBudgetUsd } : null;
}

/** Returns a verdict once too many requests outside the main conversation have failed in a row; `null` before that. */
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
  /** Why this request may not be sent; `null` if it may. */
  refusal: GatewayVerdict | null;
  /** Whether the refusal also ends the session. */
  ends: boolean;
}

/**
 * Decides whether a request may be sent, by what the session has used up. `verdict` is the reason why the
 * session has already ended, or `null`.
 */
export function maySend(
  kind: RequestKind,
  { use, limits, verdict }: { use: SpentSoFar; limits: SessionLimits; verdict: GatewayVerdict | null },
): Sending {
  const spent = budgetVerdict(use, limits);
  // A guild member may condense its memory even after the last turn of its job. So only the budget and
  // failures limit requests for that.
  const failing = kind === "main" ? null : failingVerdict(use, limits);
  if (kind === "memory") return { refusal: spent ?? failing, ends: spent !== null };
  const usedUp = turnsVerdict(use, limits);
  // If the turns are used up, the session may have ended normally with its last turn. So only a further request of the
  // main conversation ends it for that reason.
  const ends = spent !== null || (usedUp !== null && kind === "main");
  return { refusal: verdict ?? spent ?? usedUp ?? failing, ends };
}

function turnsVerdict({ turns }: SpentSoFar, { maxTurns }: SessionLimits): GatewayVerdict | null {
  return turns >= maxTurns ? { how: "turns", limit: maxTurns } : null;
}

/**
 * Whether a request must wait for the requests in flight. Those of the main conversation count as turns, so
 * that no more are sent than turns are left. The cost of all counts too, so that only the last request sent
 * can exceed the budget. A web search may cost so much that most budgets allow no other request at the same
 * time.
 */
export function mustWait(
  kind: RequestKind,
  { use, limits, underWay }: { use: SpentSoFar; limits: SessionLimits; underWay: UnderWay },
): boolean {
  if (underWay.all >= mostAtOnce) return true;
  if (underWay.all > 0 && use.usd + underWay.usd >= limits.maxBudgetUsd) return true;
  return kind === "main" && use.turns + underWay.main >= limits.maxTurns;
}
