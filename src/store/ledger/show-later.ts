// Retries disk writes that failed for things at rest: their derived files, or syncing the directory that holds
// them after a failed move to the trash.
import type { LedgerEntry } from "./entry.ts";
import type { LedgerTypes } from "./kind.ts";
import type { LedgerDeps, LedgerIndex } from "./ledger-index.ts";

/** Runs the pending retries. Called by a timer, or after a write that succeeded. */
export function showUnshown<K extends LedgerTypes>(deps: LedgerDeps, index: LedgerIndex<K>): void {
  for (const entry of index.unshown) {
    index.unshown.delete(entry);
    void entry.showAgain?.().then((isShown) => {
      if (isShown) delete entry.showAgain;
      else if (index.entries.has(entry.id)) showLater(deps, index, entry);
    });
  }
}

/** How long to wait before a retry, if no successful write triggers it earlier. */
const showAgainMs = 5000;

export function showLater<K extends LedgerTypes>(
  deps: LedgerDeps,
  index: LedgerIndex<K>,
  entry: LedgerEntry<K>,
): void {
  index.unshown.add(entry);
  if (index.isClosed) return;
  index.showing ??= deps.clock.after(showAgainMs, () => {
    index.showing = null;
    showUnshown(deps, index);
  });
}
