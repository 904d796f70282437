// Returns what was spent today and this week; `undefined` until the hall has answered.
import { useQuery } from "@tanstack/react-query";
import { queries } from "../store/queries.ts";
import { spentWithin } from "../words/spent.ts";
import { useToday } from "./now.ts";

export function useSpent(): ReturnType<typeof spentWithin> | undefined {
  const hours = useQuery(queries.spending()).data?.hours;
  const today = useToday();
  return hours && spentWithin(hours, today);
}

/** Explains what the sums include. */
export const spentTitle =
  "A week is today and the six days before. Rehearsals cost nothing and are not counted";
