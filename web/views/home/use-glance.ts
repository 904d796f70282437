// Computes what the home view shows, but only when a commission or the day changes.
import { useMemo } from "react";
import { useDayBegan } from "../../parts/now.ts";
import { useHall } from "../../store/hall-store.ts";
import { type Glance, glanceOf } from "../../words/glance.ts";

/** Each section of the home view shows at most this many rows; a link leads to the rest. */
export const rowsShown = 12;

interface KnownGlance extends Glance {
  /** False while commissions that belong in the home view may still be missing. */
  isKnown: boolean;
}

export function useGlance(): KnownGlance {
  const { commissions, complete, knownSince } = useHall();
  const dayBegan = useDayBegan();
  const glance = useMemo(
    () => glanceOf(commissions.values(), { dayBegan, limit: rowsShown }),
    [commissions, dayBegan],
  );
  const isKnown = complete || (knownSince !== null && knownSince <= dayBegan);
  // If no commission ended today, the one that ended last may be among those that are still being fetched.
  const isLatest = complete || (isKnown && glance.cameBack.total > 0);
  return { ...glance, lastBack: isLatest ? glance.lastBack : null, isKnown };
}
