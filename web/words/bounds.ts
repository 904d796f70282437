// New limits for the next attempt, as somebody types them: empty is as before. Pure.
import type { Limits } from "../../src/contract/commission/limits.ts";

export interface TypedBounds {
  usd: string;
  turns: string;
  minutes: string;
}

export const noBounds: TypedBounds = { usd: "", turns: "", minutes: "" };

export interface CommissionBounds {
  maxBudgetUsd?: number;
  maxTurns?: number;
  maxSeconds?: number;
}

/** What the hall is sent, or what is wrong with it. What more the worker does not allow the hall says. */
export function readBounds({ usd, turns, minutes }: TypedBounds): CommissionBounds | string {
  const typed = { usd: amount(usd), turns: amount(turns), minutes: amount(minutes) };
  if (Number.isNaN(typed.usd)) return "Dollars are a number above 0, such as 2.50.";
  if (Number.isNaN(typed.turns) || !Number.isInteger(typed.turns ?? 1))
    return "Turns are a whole number above 0.";
  if (Number.isNaN(typed.minutes)) return "Minutes are a number above 0, such as 30.";
  return {
    ...(typed.usd !== null && { maxBudgetUsd: typed.usd }),
    ...(typed.turns !== null && { maxTurns: typed.turns }),
    ...(typed.minutes !== null && { maxSeconds: Math.max(1, Math.round(typed.minutes * 60)) }),
  };
}

/** Null: nothing was typed; NaN: no amount. */
function amount(typed: string): number | null {
  if (typed.trim() === "") return null;
  const value = Number(typed);
  return Number.isFinite(value) && value > 0 ? value : Number.NaN;
}

/** What each was for the attempt before; empty: it had not got so far as to be given any. */
export function boundsBefore(limits: Limits | null): TypedBounds {
  if (limits === null) return noBounds;
  const { maxBudgetUsd, maxTurns, maxSeconds } = limits;
  const minutes = maxSeconds == null ? "no limit" : String(maxSeconds / 60);
  return { usd: String(maxBudgetUsd), turns: String(maxTurns), minutes };
}

/** Why more of something is wanted, or it would go the same way. */
const endedFor = new Map([
  ["budget", "It had spent all its money: give it more, or it goes the same way."],
  ["turns", "It had used all its turns: give it more, or it goes the same way."],
  ["wall_clock", "It had used all its time: give it more, or it goes the same way."],
]);

export function limitWords(code: string | undefined): string | null {
  return endedFor.get(code ?? "") ?? null;
}
