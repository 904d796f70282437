// Formats times and money for a terminal.
import type { Limits } from "../../contract/commission/limits.ts";
import type { Cost } from "../../contract/commission/meta.ts";
import { dollars } from "../../rules/show/money.ts";
import { plural } from "../../base/text/plural.ts";

/** Formats a time as 0:07, 12:40 or 1:02:09. */
export function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = String(rest).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** Formats an age as "just now", 45s, 12m, 3h or 9d, for a column whose head says that it is an age. */
export function age(ms: number): string {
  return ms < 5000 ? "just now" : span(ms);
}

/** Formats an age as "just now" or "12m ago". */
export function ago(ms: number): string {
  return ms < 5000 ? "just now" : `${span(ms)} ago`;
}

/** Formats a duration as 2s, 45s, 12m, 3h or 9d. */
export function span(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)}h`;
  return `${Math.floor(seconds / 86_400)}d`;
}

/** Formats limits as "40 turns and $2.50", or "40 turns, $2.50 and 30:00 at work". */
export function limitsText({ maxTurns, maxBudgetUsd, maxSeconds }: Limits): string {
  const money = dollars(maxBudgetUsd);
  const turns = plural(maxTurns, "turn");
  return maxSeconds
    ? `${turns}, ${money} and ${elapsed(maxSeconds * 1000)} at work`
    : `${turns} and ${money}`;
}

/** Puts the reason before the message, unless the message already begins with it. */
export function reasonText(reason: string, message: string): string {
  // A message with the reason "member" already names the guild member.
  const isSaid = reason === "member" || message.toLowerCase().startsWith(reason.toLowerCase());
  return isSaid ? message : `${reason}: ${message}`;
}

/** Formats a cost. Never shows an unknown price as zero, nor a rehearsed one as spent. */
export function costText(cost: Cost): string {
  const amount = cost.usd === null ? "cost unknown" : dollars(cost.usd);
  return cost.rehearsed ? `${amount} rehearsed` : amount;
}
