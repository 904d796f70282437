// Returns the finished work that is ready for a person, each piece with what the stream has told about it since.
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ListedCommission } from "../../../src/contract/api/api.ts";
import type { ReviewItem, ReviewList } from "../../../src/contract/commission/review-list.ts";
import { isHallProblem } from "../../api/problem.ts";
import { useHall } from "../../store/hall-store.ts";
import { queries } from "../../store/queries.ts";
import { isMerged, isWaiting } from "../../words/landing.ts";

export interface ReadyItem extends Omit<ReviewItem, "commission"> {
  commission: ListedCommission;
}

export interface ReadyWork {
  /** Waits for the person's decision. */
  waiting: readonly ReadyItem[];
  /** Merged, and not yet on the person's branch. */
  merged: readonly ReadyItem[];
  list: ReviewList | undefined;
  error: Error | null;
  retry(): void;
}

interface Wanted {
  limit?: number;
  seen?: boolean;
}

export function useReady(wanted: Wanted = {}): ReadyWork {
  const { data, error, refetch } = useQuery({
    ...queries.review(wanted),
    placeholderData: (before) => before,
  });
  const commissions = useHall((state) => state.commissions);
  const { seen = false } = wanted;
  const { waiting, merged } = useMemo(
    () => sorted(data?.items ?? [], { commissions, seen }),
    [data, commissions, seen],
  );
  // A hall of an earlier release has no such list.
  const isUnknown = isHallProblem(error) && error.code === "not_found";
  return { waiting, merged, list: data, error: isUnknown ? null : error, retry: () => void refetch() };
}

const noRefusals: ReviewItem["refusals"] = { accept: null, sendBack: null, reject: null, undo: null };

interface Around {
  commissions: ReadonlyMap<string, ListedCommission>;
  seen: boolean;
}

/** Drops what has been decided on or ticked meanwhile, so that a row leaves as soon as its act is done. */
function sorted(items: readonly ReviewItem[], { commissions, seen }: Around) {
  const waiting: ReadyItem[] = [];
  const merged: ReadyItem[] = [];
  for (const item of items) {
    const known = commissions.get(item.commission.id);
    const commission = known?.landing ? known : { ...item.commission, waitingFor: null };
    const { landing } = commission;
    if (landing === null || (landing.seen && !seen)) continue;
    // The list is older than what the stream told: the hall itself then says whether it refuses an act.
    const isStale = landing.state !== item.commission.landing?.state;
    const now = { ...item, commission, refusals: isStale ? noRefusals : item.refusals };
    if (isWaiting(landing)) waiting.push(now);
    else if (isMerged(landing)) merged.push(now);
  }
  return { waiting, merged };
}
