// What home shows of all commissions, found in one pass: with ten thousand of them it must cost next to nothing, so
// only the few that are shown are put in order. Pure.
import type { ListedCommission } from "../../src/contract/api/api.ts";
import type { Seal } from "../../src/contract/commission/commission.ts";
import { sealOf } from "../../src/rules/show/seal.ts";

/** The first of many, and how many there are. */
export interface Few {
  first: readonly ListedCommission[];
  total: number;
}

export interface CameBack extends Few, Record<Seal, number> {
  failed: number;
  /** Of the total. */
  rehearsed: number;
}

export interface Glance {
  /** Longest at it first, so that rows stay where they are. */
  running: Few;
  /** In the order they came. */
  waiting: Few;
  /** Latest first. What was cancelled, and the hall's own side work, came back to nobody. */
  cameBack: CameBack;
  /** The latest that ever came back; null: nothing did. */
  lastBack: ListedCommission | null;
}

interface Sight {
  /** When the day began here, as an ISO time. */
  dayBegan: string;
  /** At most so many of each. */
  limit: number;
}

export function glanceOf(commissions: Iterable<ListedCommission>, { dayBegan, limit }: Sight): Glance {
  const running = collect(limit, (one, other) => startOf(one) < startOf(other));
  const waiting = collect(limit, (one, other) => one.id < other.id);
  const cameBack = collect(limit, (one, other) => (one.endedAt ?? "") > (other.endedAt ?? ""));
  let lastBack: ListedCommission | null = null;
  const counts = { verified: 0, claimed: 0, refuted: 0, conflict: 0, unchanged: 0, failed: 0, rehearsed: 0 };
  for (const commission of commissions) {
    const { status, endedAt } = commission;
    if (status === "in_progress" || status === "dispatched") running.add(commission);
    else if (endedAt === null) waiting.add(commission);
    else if (isReturn(commission)) {
      if (endedAt > (lastBack?.endedAt ?? "")) lastBack = commission;
      if (endedAt < dayBegan) continue;
      cameBack.add(commission);
      count(counts, commission);
    }
  }
  return {
    running: running.few(),
    waiting: waiting.few(),
    cameBack: { ...cameBack.few(), ...counts },
    lastBack,
  };
}

function isReturn({ status, chore }: ListedCommission): boolean {
  return chore === null && status !== "cancelled";
}

function count(counts: Omit<CameBack, keyof Few>, commission: ListedCommission): void {
  counts[sealOf(commission) ?? "failed"] += 1;
  if (commission.rehearsed) counts.rehearsed += 1;
}

function startOf({ startedAt, createdAt }: ListedCommission): string {
  return startedAt ?? createdAt;
}

type IsBefore = (one: ListedCommission, other: ListedCommission) => boolean;

function collect(limit: number, isBefore: IsBefore) {
  const first: ListedCommission[] = [];
  let total = 0;
  return {
    add: (commission: ListedCommission) => {
      total += 1;
      const last = first.at(-1);
      if (first.length >= limit && last && !isBefore(commission, last)) return;
      const at = first.findIndex((other) => isBefore(commission, other));
      first.splice(at === -1 ? first.length : at, 0, commission);
      if (first.length > limit) first.pop();
    },
    few: (): Few => ({ first, total }),
  };
}
