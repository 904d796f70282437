// Caches the states of the things at rest that were read last. A client often asks for the same one several
// times in a row, and its ledger may be long.
import type { Disk } from "../../host/files/disk.ts";
import { type LedgerEntry, readState } from "./entry.ts";
import type { LedgerKind, LedgerTypes } from "./kind.ts";

export interface Folds<K extends LedgerTypes> {
  /** Returns the state; `null` if the ledger is empty. */
  read(entry: LedgerEntry<K>): Promise<K["state"] | null>;
}

interface Fold<K extends LedgerTypes> {
  /** The last line of the ledger that the state includes. A later step, such as a person's answer, may have been added. */
  seq: number;
  state: Promise<K["state"] | null>;
}

const mostHeld = 8;

export function createFolds<K extends LedgerTypes>(kind: LedgerKind<K>, disk: Disk): Folds<K> {
  const held = new Map<K["id"], Fold<K>>();
  const readIt = (entry: LedgerEntry<K>) => readState(kind, disk, entry);
  return { read: (entry) => (entry.live ? readIt(entry) : readOnce(held, entry, readIt)) };
}

/** Reads a state, or returns it from the cache. Concurrent callers share one read. */
function readOnce<K extends LedgerTypes>(
  held: Map<K["id"], Fold<K>>,
  entry: LedgerEntry<K>,
  readIt: Folds<K>["read"],
): Promise<K["state"] | null> {
  const { id, seq } = entry;
  const found = held.get(id);
  held.delete(id);
  const fold = found?.seq === seq ? found : { seq, state: readIt(entry) };
  held.set(id, fold);
  for (const oldest of held.keys()) if (held.size > mostHeld) held.delete(oldest);
  // Do not cache a failure: the next read may succeed.
  fold.state.catch(() => held.get(id) === fold && held.delete(id));
  return fold.state;
}
