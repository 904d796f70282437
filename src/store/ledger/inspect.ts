// Checks a thing at rest completely: its whole ledger, its artifacts, and the files derived from the ledger.
// Derived files that were changed are rewritten from the ledger.
import { areAsWritten, holdToMeta, spoiledArtifacts } from "./as-written.ts";
import { type LedgerEntry, readLedgerJournal } from "./entry.ts";
import { foldOf, type LedgerTypes } from "./kind.ts";
import { readMeta } from "./meta-file.ts";
import { createProjector, type Projection, projectionOf } from "./projections.ts";
import { type LedgerTools, projectorDeps } from "./ledger-index.ts";

/**
 * Returns the paths of changed or missing artifacts; none for a thing that is not at rest. Throws a Fault with
 * code `damaged` or `newer` if the ledger cannot be read.
 */
export function inspectEntry<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  entry: LedgerEntry<K>,
): Promise<string[]> {
  return entry.serial(() => inspectAlone(deps, entry));
}

/** Like `inspectEntry`, for a caller that runs in the entry's queue of tasks already. */
export async function inspectAlone<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  entry: LedgerEntry<K>,
): Promise<string[]> {
  // Derived files that are yet to be written cannot be checked.
  if (entry.live || entry.isLeaving || entry.showAgain) return [];
  const { disk, kind } = deps;
  const { layout } = entry;
  const meta = await readMeta(kind, disk, layout);
  const read = await readLedgerJournal(kind, disk, layout);
  if (meta) holdToMeta(kind, { layout, meta, read });
  delete entry.damage;
  const state = foldOf(kind, read.events);
  if (!state || read.position.seq !== entry.seq) return [];
  const now = projectionOf(kind, state, read.position);
  if (!kind.isAtRest(now.summary)) return [];
  if (!meta || !(await areAsWritten(disk, layout, meta))) await showAnew(deps, entry, now);
  return spoiledArtifacts(kind, layout, state);
}

async function showAnew<K extends LedgerTypes>(
  deps: LedgerTools<K>,
  { id, layout }: LedgerEntry<K>,
  now: Projection<K>,
): Promise<void> {
  const projector = createProjector(projectorDeps(deps, layout));
  if (await projector.showNow(now))
    deps.noticed(`Files of ${deps.kind.noun} ${id} were not what was written, and were made anew.`);
}
