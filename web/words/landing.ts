// Says what became of finished work, and which acts a person has on it. Pure.
import type { LandingSummary, LandingStop } from "../../src/contract/commission/landing.ts";
import type { ListedCommission } from "../../src/contract/api/api.ts";
import { cameToNothing } from "../../src/rules/commission/heir.ts";
import type { StatusTone } from "./status.ts";

export const landingActs = ["accept", "sendBack", "reject", "undo", "seen"] as const;
export type LandingDeed = (typeof landingActs)[number];

type Landing = LandingSummary;

/** Returns whether the work is merged only once the person accepts it, and has not been decided on. */
export function isWaiting({ state }: Pick<Landing, "state">): boolean {
  return state === "ready" || state === "accepting";
}

type Counted = Pick<ListedCommission, "id" | "status" | "landing" | "continues">;

/**
 * Counts the work that waits for the person's decision, without what the person has ticked as seen, and without what a
 * later commission has or is at work on.
 */
export function countWaiting(commissions: ReadonlyMap<string, Counted>): number {
  const continued = new Set<string>();
  for (const commission of commissions.values())
    if (!cameToNothing(commission)) addEarlier(continued, commission, commissions);
  let count = 0;
  for (const { id, landing } of commissions.values())
    if (landing && !landing.seen && isWaiting(landing) && !continued.has(id)) count += 1;
  return count;
}

function addEarlier(
  continued: Set<string>,
  { continues }: Counted,
  commissions: ReadonlyMap<string, Counted>,
): void {
  for (let id = continues; id !== null && !continued.has(id); id = commissions.get(id)?.continues ?? null)
    continued.add(id);
}

/** Returns whether the integration branch has the work. */
export function isMerged({ state }: Pick<Landing, "state">): boolean {
  return state === "merged" || state === "accepted" || state === "undoing";
}

/** The word for the state, and its tone; `null` if the seal of the commission says enough. */
export function landingBadge(landing: Landing): { tone: StatusTone; word: string } | null {
  const { state, stopped } = landing;
  if (state === "accepting") return { tone: "indigo", word: "Landing" };
  if (state === "undoing") return { tone: "indigo", word: "Being undone" };
  if (stopped !== null) return { tone: "madder", word: stopWords[stopped.cause](stopped.act) };
  return null;
}

const stopWords: Readonly<Record<LandingStop, (act: "accept" | "undo") => string>> = {
  conflict: (act) => (act === "accept" ? "In conflict" : "Undo conflicts"),
  checks: (act) => (act === "accept" ? "Merge fails" : "Undo fails"),
  base: () => "Base is red",
  setup: () => "Set-up fails",
  cancelled: () => "Called off",
  gone: () => "Branch gone",
};

/** The word for the head of a commission. */
export function landingWord(landing: Landing): { tone: StatusTone; word: string } {
  const badge = landingBadge(landing);
  if (badge) return badge;
  return words[landing.state];
}

const words: Readonly<Record<Landing["state"], { tone: StatusTone; word: string }>> = {
  ready: { tone: "brass", word: "Ready for you" },
  merged: { tone: "plain", word: "Merged" },
  accepting: { tone: "indigo", word: "Landing" },
  undoing: { tone: "indigo", word: "Being undone" },
  accepted: { tone: "plain", word: "Accepted" },
  sent_back: { tone: "plain", word: "Sent back" },
  rejected: { tone: "plain", word: "Rejected" },
  undone: { tone: "plain", word: "Undone" },
};

/** Says how many checks passed, in a few words. */
export function checksWords({ checked, status }: Pick<ListedCommission, "checked" | "status">): string {
  if (status === "failed") return "not checked";
  if (!checked) return "no checks";
  return `${checked.passed} of ${checked.total} ${checked.total === 1 ? "check" : "checks"}`;
}
