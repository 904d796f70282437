// Reads and writes packages.json, the record of the packages that were added to the home: where each came from, and the
// hash of its files.
import { z } from "zod";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import { packageName } from "../../contract/home/ids.ts";
import type { Disk } from "../../host/files/disk.ts";
import { formatHashed, parseHashed } from "../../base/data/hashed-json.ts";
import { contentHash } from "../install/content-hash.ts";

const recorded = z.object({
  from: z.string(),
  addedAt: z.string(),
  /** The hash of the package's files when it was added. `null` for a link, whose files may change. */
  hash: z.string().nullable(),
  linked: z.boolean(),
});
export type RecordedPackage = z.infer<typeof recorded>;

const packagesRecord = z.object({ version: z.literal(1), packages: z.record(packageName, recorded) });
export type PackagesRecord = z.infer<typeof packagesRecord>["packages"];

/**
 * Returns the record; empty if the file does not exist. `null` if it cannot be read, so that it is unknown what was
 * added.
 */
export async function readPackagesRecord(disk: Disk, home: HomeLayout): Promise<PackagesRecord | null> {
  try {
    const text = await disk.readText(home.packagesRecord);
    if (text === undefined) return {};
    const read = parseHashed(text);
    return read.isSound ? packagesRecord.parse(read.value).packages : null;
  } catch {
    return null;
  }
}

export async function replacePackagesRecord(
  disk: Disk,
  { home, packages }: { home: HomeLayout; packages: PackagesRecord },
): Promise<void> {
  await disk.replace(home.packagesRecord, formatHashed({ version: 1, packages }));
}

/** Looks only at the record's own properties, because "constructor" is a valid name. */
export function findRecorded(record: PackagesRecord, name: string): RecordedPackage | undefined {
  return Object.entries(record).find(([known]) => known === name)?.[1];
}

/**
 * Returns a sentence if the files of an added package have changed since it was added. `null` if they have not, or if
 * no hash of the package is on record.
 */
export async function changedSince(
  record: PackagesRecord | null,
  { name, directory }: { name: string; directory: string },
): Promise<string | null> {
  const added = findRecorded(record ?? {}, name);
  if (added === undefined || added.hash === null) return null;
  if ((await contentHash(directory)) === added.hash) return null;
  return `The files of "${name}" have changed since it was added (${added.addedAt.slice(0, 10)}, from ${added.from}). If that was not you, look at them; "guild-hall package add ${added.from}" takes it anew.`;
}
