// Skips a commission with a damaged ledger, so that it does not affect the others.
import type { CommissionId } from "../../contract/home/ids.ts";
import { isUnreadable } from "../../contract/api/problem.ts";
import type { Commission } from "../../rules/commission/state.ts";

interface Finder {
  find(id: CommissionId): Promise<Commission | undefined>;
}

/** `undefined` if there is none, or if its ledger cannot be read; the hall lists that one among its problems. */
export async function findReadable(ledger: Finder, id: CommissionId): Promise<Commission | undefined> {
  try {
    return await ledger.find(id);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}
