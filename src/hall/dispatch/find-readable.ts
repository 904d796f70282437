// A commission whose ledger is damaged hurts no other: who only looks at it on the way passes over it.
import type { CommissionId } from "../../contract/home/ids.ts";
import { isUnreadable } from "../../contract/api/problem.ts";
import type { Commission } from "../../rules/commission/state.ts";

interface Finder {
  find(id: CommissionId): Promise<Commission | undefined>;
}

/** undefined if there is none, or if its ledger cannot be read; the hall names that one among its problems. */
export async function findReadable(ledger: Finder, id: CommissionId): Promise<Commission | undefined> {
  try {
    return await ledger.find(id);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}
