// Home's picture of all commissions, made anew only when one of them changed or the day did.
import { useMemo } from "react";
import { useDayBegan } from "../../parts/now.ts";
import { useHall } from "../../store/hall-store.ts";
import { type Glance, glanceOf } from "../../words/glance.ts";

/** So many rows of each at most; the rest is a link away. */
export const rowsShown = 12;

interface KnownGlance extends Glance {
  /** False while something of it may still be missing. */
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
  // Where nothing came back today, the latest may be among those that are still being fetched.
  const isLatest = complete || (isKnown && glance.cameBack.total > 0);
  return { ...glance, lastBack: isLatest ? glance.lastBack : null, isKnown };
}
