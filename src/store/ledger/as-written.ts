// Checks a commission's files against the lengths and hashes that its meta.json records.
import { dirname } from "node:path";
import { isEndedStatus } from "../../contract/commission/commission.ts";
import type { LedgerEvent } from "../../contract/commission/events.ts";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { Fault, isUnreadable } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { hashInside } from "../../host/files/hash-inside.ts";
import { fold } from "../../rules/commission/evolve.ts";
import type { Commission } from "../../rules/commission/state.ts";
import { sha256Of } from "./chain.ts";
import { readLedgerJournal } from "./entry.ts";
import type { JournalRead } from "./journal.ts";
import { type MetaFile, readMeta } from "./meta-file.ts";

/**
 * Throws a Fault with code `damaged` if the ledger has lost its last lines or ends with a different line. The
 * hashes in the ledger cannot show that. meta.json can, because it is written only after the lines that it
 * describes are on disk. A meta.json of an older release has no hash of itself, and proves only that the
 * commission had ended.
 */
export function holdToMeta(
  { events: path }: Pick<CommissionLayout, "events">,
  meta: MetaFile,
  { position, events }: JournalRead<LedgerEvent>,
): void {
  const { seq, lastLineSha256 } = position;
  const hadEnded = isEndedStatus(meta.commission.status) && !isEndedStatus(fold(events)?.status ?? "pending");
  if (seq < meta.seq && (meta.isHashed || hadEnded))
    throw new Fault("damaged", `Line ${seq + 1} of ${path} is missing, or not whole`);
  if (seq === meta.seq && meta.isHashed && lastLineSha256 !== meta.ledger.lastLineSha256)
    throw new Fault("damaged", `Line ${seq} of ${path} is not what was written`);
}

/**
 * Returns true if the other derived files match the hashes in meta.json, or if it has none, as in older
 * releases.
 */
export async function areAsWritten(
  disk: Pick<Disk, "readText">,
  layout: CommissionLayout,
  { files = {} }: MetaFile,
): Promise<boolean> {
  const sound = await Promise.all(
    Object.entries(files).map(async ([name, sha256]) => {
      const text = await disk.readText(`${dirname(layout.meta)}/${name}`).catch(() => undefined);
      return text !== undefined && sha256Of(text) === sha256;
    }),
  );
  return sound.every((isSound) => isSound);
}

/** Returns the paths of artifacts that are missing, or were changed since the commission finished. */
export async function spoiledArtifacts(
  { directory }: Pick<CommissionLayout, "directory">,
  commission: Commission,
): Promise<string[]> {
  const spoiled: string[] = [];
  for (const [path, sha256] of Object.entries(commission.record.applied?.hashes ?? {}))
    if ((await hashInside(directory, path)) !== sha256) spoiled.push(`${directory}/${path}`);
  return spoiled;
}

/**
 * Returns a sentence about what is wrong with a commission; `null` if nothing is. Only reads, so a hall may be running.
 */
export async function verifyCommission(disk: Disk, layout: CommissionLayout): Promise<string | null> {
  // Read meta.json before the ledger: a running hall writes to the ledger first.
  const meta = await readMeta(disk, layout);
  let commission: Commission | null;
  try {
    if ((await disk.sizeOf(`${layout.events}.damaged`)) !== undefined)
      return `${layout.events}.damaged was set aside`;
    const read = await readLedgerJournal(disk, layout);
    if (meta) holdToMeta(layout, meta, read);
    commission = fold(read.events);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const isGone = (await disk.sizeOf(layout.directory)) === undefined; // a hall may be deleting it
    return isGone ? null : error.message;
  }
  const [spoiled] = commission ? await spoiledArtifacts(layout, commission) : [];
  if (spoiled !== undefined) return `${spoiled} is not what was handed in`;
  const isSound = !meta || (await areAsWritten(disk, layout, meta));
  return isSound ? null : `Files of ${layout.directory} are not what was made from its ledger`;
}
