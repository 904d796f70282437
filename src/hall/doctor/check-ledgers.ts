// Checks whether the records of ended commissions are undamaged.
import type { Finding } from "../../contract/api/doctor.ts";
import { count } from "../../rules/show/measures.ts";
import { fail, ok } from "./finding.ts";

export interface LedgersHere {
  total: number;
  /** How many ended commissions were read: there may not be time for all. */
  read: number;
  /** Names each damaged commission, in a sentence. */
  damaged: readonly string[];
}

export function checkLedgers({ total, read, damaged }: LedgersHere): Finding {
  const looked = read < total ? `${count(read)} of ${count(total)} read` : `${count(total)} read`;
  const [first] = damaged;
  if (first === undefined) return ok("ledgers", `${looked}, none damaged`);
  const more = damaged.length > 1 ? ` (and ${count(damaged.length - 1)} more)` : "";
  return fail("ledgers", {
    detail: `${looked}; ${first}${more}`,
    advice:
      "Restore the files that are named from a backup. `guild-hall show ID` shows what is left of a damaged commission.",
  });
}
