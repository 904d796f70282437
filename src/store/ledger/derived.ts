// Reads the files that were made from the ledger of a thing at rest, for use when the ledger itself cannot be
// read any more. A file that does not match its hash in meta.json is left out.
import { basename } from "node:path";
import type { Disk } from "../../host/files/disk.ts";
import { sha256Of } from "./chain.ts";
import type { LedgerEntry } from "./entry.ts";
import type { CommissionTypes } from "./kinds/commission.ts";
import type { LedgerKind, LedgerTypes } from "./kind.ts";
import { readMeta } from "./meta-file.ts";

export type DerivedOf<K extends LedgerTypes> = K["files"] & {
  summary: K["summary"];
  /** The sentence about the damage. */
  damage: string;
};

/** The derived files of an ended commission. */
export type Derived = DerivedOf<CommissionTypes>;

export async function readDerived<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  disk: Pick<Disk, "readText">,
  { layout, summary, damage }: Pick<LedgerEntry<K>, "layout" | "summary"> & { damage: string },
): Promise<DerivedOf<K>> {
  const hashes = (await readMeta(kind, disk, layout))?.files;
  const files = await kind.readFiles(layout, (path) =>
    readSound(disk, { path, sha256: hashes?.[basename(path)] }),
  );
  return { ...files, summary, damage };
}

/**
 * Returns `null` if the file is missing or does not match its hash. A file is not checked if meta.json has no
 * hash for it, as in older releases, or cannot be read.
 */
async function readSound(
  disk: Pick<Disk, "readText">,
  { path, sha256 }: { path: string; sha256: string | undefined },
): Promise<string | null> {
  const text = (await disk.readText(path).catch(() => undefined)) ?? null;
  return text === null || (sha256 !== undefined && sha256Of(text) !== sha256) ? null : text;
}
