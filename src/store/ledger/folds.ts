// Caches the states of the ended commissions that were read last. A client often asks for the same commission
// several times in a row, and its ledger may be long.
import type { CommissionId } from "../../contract/home/ids.ts";
import type { Disk } from "../../host/files/disk.ts";
import type { Commission } from "../../rules/commission/state.ts";
import { type LedgerEntry, readCommission } from "./entry.ts";

export interface Folds {
  /** Returns the state of a commission; `null` if its ledger is empty. */
  read(entry: LedgerEntry): Promise<Commission | null>;
}

interface Fold {
  /** The last line of the ledger that the state includes. A person's answer may have been added since. */
  seq: number;
  commission: Promise<Commission | null>;
}

const mostHeld = 8;

export function createFolds(disk: Disk): Folds {
  const held = new Map<CommissionId, Fold>();
  return { read: (entry) => (entry.live ? readCommission(disk, entry) : readOnce({ disk, held }, entry)) };
}

/** Reads a commission, or returns it from the cache. Concurrent callers share one read. */
function readOnce(
  { disk, held }: { disk: Disk; held: Map<CommissionId, Fold> },
  entry: LedgerEntry,
): Promise<Commission | null> {
  const { id, seq } = entry;
  const found = held.get(id);
  held.delete(id);
  const fold = found?.seq === seq ? found : { seq, commission: readCommission(disk, entry) };
  held.set(id, fold);
  for (const oldest of held.keys()) if (held.size > mostHeld) held.delete(oldest);
  // Do not cache a failure: the next read may succeed.
  fold.commission.catch(() => held.get(id) === fold && held.delete(id));
  return fold.commission;
}
