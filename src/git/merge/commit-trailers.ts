// Reads from the trailers of a commit which commission made it, or whose work it reverts.
import { type CommissionId, commissionId } from "../../contract/home/ids.ts";

const valueOf = (key: string): string => `%(trailers:key=${key},valueonly,unfold,separator=%x20)`;

/** Parts of git's format for a log, each on one line. */
export const logFields = { commission: valueOf("Commission"), undoes: valueOf("Undoes") };

/** Returns the id that the trailer names; `null` if there is none. Anyone can write such a trailer. */
export function parseCommission(value: string): CommissionId | null {
  return commissionId.safeParse(value.trim().split(" ").at(-1)).data ?? null;
}
