// Checks an ended commission completely: its whole ledger, its artifacts, and the files derived from the
// ledger. Derived files that were changed are rewritten from the ledger.
import { fold } from "../../rules/commission/evolve.ts";
import { isEnded } from "../../rules/commission/state.ts";
import { areAsWritten, holdToMeta, spoiledArtifacts } from "./as-written.ts";
import { type LedgerEntry, readLedgerJournal } from "./entry.ts";
import { readMeta } from "./meta-file.ts";
import { createProjector, type Projection } from "./projections.ts";
import { type LedgerTools, projectorDeps } from "./ledger-index.ts";

/**
 * Returns the paths of changed or missing artifacts; none for a commission that has not ended. Throws a Fault
 * with code `damaged` or `newer` if the ledger cannot be read.
 */
export function inspectEntry(deps: LedgerTools, entry: LedgerEntry): Promise<string[]> {
  return entry.serial(() => inspectAlone(deps, entry));
}

/** Like `inspectEntry`, for a caller that runs in the entry's queue of tasks already. */
export async function inspectAlone(deps: LedgerTools, entry: LedgerEntry): Promise<string[]> {
  // Derived files that are yet to be written cannot be checked.
  if (entry.live || entry.isLeaving || entry.showAgain) return [];
  const { disk } = deps;
  const { layout } = entry;
  const meta = await readMeta(disk, layout);
  const read = await readLedgerJournal(disk, layout);
  if (meta) holdToMeta(layout, meta, read);
  delete entry.damage;
  const commission = fold(read.events);
  if (!commission || !isEnded(commission) || read.position.seq !== entry.seq) return [];
  if (!meta || !(await areAsWritten(disk, layout, meta)))
    await showAnew(deps, entry, { commission, position: read.position });
  return spoiledArtifacts(layout, commission);
}

async function showAnew(deps: LedgerTools, { id, layout }: LedgerEntry, now: Projection): Promise<void> {
  const projector = createProjector(projectorDeps(deps, layout));
  if (await projector.showNow(now))
    deps.noticed(`Files of commission ${id} were not what was written, and were made anew.`);
}
