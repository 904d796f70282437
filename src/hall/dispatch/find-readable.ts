// Finds a commission, but treats one with a damaged ledger as missing, so that it does not affect the others.
import type { CommissionId } from "../../contract/home/ids.ts";
import { isUnreadable } from "../../contract/api/problem.ts";
import type { Commission } from "../../rules/commission/state.ts";

interface Finder {
  find(id: CommissionId): Promise<Commission | undefined>;
}

/**
 * Returns `undefined` if there is no such commission or its ledger cannot be read. The hall lists unreadable ledgers
 * among its problems.
 */
export async function findReadable(ledger: Finder, id: CommissionId): Promise<Commission | undefined> {
  try {
    return await ledger.find(id);
  } catch (error) {
    if (isUnreadable(error)) return undefined;
    throw error;
  }
}
