// One look at all of a commission that has ended: its ledger to the last line, and the files that were made from it. Files
// are made anew where they are not what was written, since the ledger has all that they say.
import { fold } from "../../rules/commission/evolve.ts";
import { isEnded } from "../../rules/commission/state.ts";
import { areAsWritten, holdToMeta, spoiledArtifacts } from "./as-written.ts";
import { type Entry, readLedgerJournal } from "./entry.ts";
import { readMeta } from "./meta-file.ts";
import { createProjector, type Projection } from "./projections.ts";
import { type LedgerTools, projectorDeps } from "./shelf.ts";

/**
 * Returns the artifacts that are not what was handed in. Throws a Fault with code `damaged` where its ledger is not what was
 * written.
 */
export function inspectEntry(deps: LedgerTools, entry: Entry): Promise<string[]> {
  return entry.serial(() => inspectAlone(deps, entry));
}

/** The same for who has its turn already. */
export async function inspectAlone(deps: LedgerTools, entry: Entry): Promise<string[]> {
  // One whose files are still to be written is written by its projector.
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

async function showAnew(deps: LedgerTools, { id, layout }: Entry, now: Projection): Promise<void> {
  const projector = createProjector(projectorDeps(deps, layout));
  if (await projector.showNow(now))
    deps.noticed(`Files of commission ${id} were not what was written, and were made anew.`);
}
