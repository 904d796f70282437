// Checks a thing's files against the lengths and hashes that its meta.json records.
import { dirname } from "node:path";
import type { LedgerLayout } from "../../contract/home/home-layout.ts";
import { Fault, isUnreadable } from "../../contract/api/problem.ts";
import type { Disk } from "../../host/files/disk.ts";
import { hashInside } from "../../host/files/hash-inside.ts";
import { sha256Of } from "./chain.ts";
import { readLedgerJournal } from "./entry.ts";
import type { JournalRead } from "./journal.ts";
import { type LedgerEventOf, foldOf, type LedgerKind, type LedgerTypes } from "./kind.ts";
import { type MetaFile, readMeta } from "./meta-file.ts";

export interface Vouched<K extends LedgerTypes> {
  layout: K["layout"];
  meta: MetaFile<K>;
  read: JournalRead<LedgerEventOf<K>>;
}

/**
 * Throws a Fault with code `damaged` if the ledger has lost its last lines or ends with a different line. The
 * hashes in the ledger cannot show that. meta.json can, because it is written only after the lines that it
 * describes are on disk. A meta.json of an older release has no hash of itself, and proves only that the
 * thing was at rest.
 */
export function holdToMeta<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  { layout: { events: path }, meta, read: { position, events } }: Vouched<K>,
): void {
  const { seq, lastLineSha256 } = position;
  if (seq < meta.seq && (meta.isHashed || hasLostItsRest(kind, meta, events)))
    throw new Fault("damaged", `Line ${seq + 1} of ${path} is missing, or not whole`);
  if (seq === meta.seq && meta.isHashed && lastLineSha256 !== meta.ledger.lastLineSha256)
    throw new Fault("damaged", `Line ${seq} of ${path} is not what was written`);
}

function hasLostItsRest<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  { summary }: MetaFile<K>,
  events: readonly LedgerEventOf<K>[],
): boolean {
  const state = foldOf(kind, events);
  return kind.isAtRest(summary) && !(state && kind.isAtRest(kind.summaryOf(state)));
}

/**
 * Returns true if the other derived files match the hashes in meta.json, or if it has none, as in older
 * releases.
 */
export async function areAsWritten(
  disk: Pick<Disk, "readText">,
  layout: LedgerLayout,
  { files = {} }: Pick<MetaFile<LedgerTypes>, "files">,
): Promise<boolean> {
  const sound = await Promise.all(
    Object.entries(files).map(async ([name, sha256]) => {
      const text = await disk.readText(`${dirname(layout.meta)}/${name}`).catch(() => undefined);
      return text !== undefined && sha256Of(text) === sha256;
    }),
  );
  return sound.every((isSound) => isSound);
}

/** Returns the paths of artifacts that are missing, or were changed since they were handed in. */
export async function spoiledArtifacts<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  { directory }: Pick<LedgerLayout, "directory">,
  state: K["state"],
): Promise<string[]> {
  const spoiled: string[] = [];
  for (const [path, sha256] of Object.entries(kind.artifactsOf(state)))
    if ((await hashInside(directory, path)) !== sha256) spoiled.push(`${directory}/${path}`);
  return spoiled;
}

/**
 * Returns a sentence about what is wrong with the files of one thing; `null` if nothing is. Only reads, so a hall may
 * be running.
 */
export async function verifyEntry<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  disk: Disk,
  layout: K["layout"],
): Promise<string | null> {
  // Read meta.json before the ledger: a running hall writes to the ledger first.
  const meta = await readMeta(kind, disk, layout);
  let state: K["state"] | null;
  try {
    if ((await disk.sizeOf(`${layout.events}.damaged`)) !== undefined)
      return `${layout.events}.damaged was set aside`;
    const read = await readLedgerJournal(kind, disk, layout);
    if (meta) holdToMeta(kind, { layout, meta, read });
    state = foldOf(kind, read.events);
  } catch (error) {
    if (!isUnreadable(error)) throw error;
    const isGone = (await disk.sizeOf(layout.directory)) === undefined; // a hall may be deleting it
    return isGone ? null : error.message;
  }
  const [spoiled] = state ? await spoiledArtifacts(kind, layout, state) : [];
  if (spoiled !== undefined) return `${spoiled} is not what was handed in`;
  if (!meta || (await areAsWritten(disk, layout, meta))) return null;
  // If the ledger has grown since, a hall is writing the files anew, or died before it could: the next one does.
  const hasGrown = (await disk.sizeOf(layout.events)) !== meta.ledger.bytes;
  return hasGrown ? null : `Files of ${layout.directory} are not what was made from its ledger`;
}
