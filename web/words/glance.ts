// Selects what the home view shows, in one pass over all commissions. With ten thousand of them it must stay cheap, so
// only the few that are shown are sorted. Pure.
import type { ListedCommission } from "../../src/contract/api/api.ts";
import type { Seal } from "../../src/contract/commission/commission.ts";
import { sealOf } from "../../src/rules/show/seal.ts";

/** The first few of many commissions, and how many there are in all. */
export interface Few {
  first: readonly ListedCommission[];
  total: number;
}

export interface CameBack extends Few, Record<Seal, number> {
  failed: number;
  /** How many of the total were rehearsals. */
  rehearsed: number;
}

export interface Glance {
  /** Longest running first, so that rows keep their place. */
  running: Few;
  /** In order of creation. */
  waiting: Few;
  /** Commissions that ended today, latest first, except cancelled ones and the hall's own chores. */
  cameBack: CameBack;
  /**
   * The commission that ended last, today or earlier, again except cancelled ones and chores; `null` if there is none.
   */
  lastBack: ListedCommission | null;
}

interface Sight {
  /** The start of the local day, as an ISO time. */
  dayBegan: string;
  /** The most commissions in each list. */
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
