// Reads the limits that a person types for the next attempt; an empty field keeps the limit of the previous attempt.
// Pure.
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

/** Returns the limits to send, or what is wrong with them. The hall refuses more than it or the project allows. */
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

/** Returns `null` if nothing was typed, and NaN if it is not an amount. */
function amount(typed: string): number | null {
  if (typed.trim() === "") return null;
  const value = Number(typed);
  return Number.isFinite(value) && value > 0 ? value : Number.NaN;
}

/** Returns the limits of the previous attempt; empty if it ended before it was given any. */
export function boundsBefore(limits: Limits | null): TypedBounds {
  if (limits === null) return noBounds;
  const { maxBudgetUsd, maxTurns, maxSeconds } = limits;
  const minutes = maxSeconds == null ? "no limit" : String(maxSeconds / 60);
  return { usd: String(maxBudgetUsd), turns: String(maxTurns), minutes };
}

/** For each limit that ended an attempt, why to raise it. */
const endedFor = new Map([
  ["budget", "The last attempt spent its whole budget. Allow more, or the next one may end the same way."],
  ["turns", "The last attempt used all its turns. Allow more, or the next one may end the same way."],
  ["wall_clock", "The last attempt used all its time. Allow more, or the next one may end the same way."],
]);

export function limitWords(code: string | undefined): string | null {
  return endedFor.get(code ?? "") ?? null;
}
