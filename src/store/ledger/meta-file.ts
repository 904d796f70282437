// Reads a meta.json, and checks it by the hash that it contains.
import { basename } from "node:path";
import type { LedgerLayout } from "../../contract/home/home-layout.ts";
import type { Disk } from "../../host/files/disk.ts";
import { parseHashed } from "../../base/data/hashed-json.ts";
import type { LedgerKind, LedgerTypes, MetaOf } from "./kind.ts";

export interface MetaFile<K extends LedgerTypes> extends MetaOf<K> {
  /** False if an older release wrote the file, without a hash. */
  isHashed: boolean;
}

/** Returns `null` if meta.json is unreadable, damaged or of another ledger. It can be made anew from the ledger. */
export async function readMeta<K extends LedgerTypes>(
  kind: LedgerKind<K>,
  disk: Pick<Disk, "readText">,
  { meta, directory }: Pick<LedgerLayout, "meta" | "directory">,
): Promise<MetaFile<K> | null> {
  const text = await disk.readText(meta).catch(() => undefined);
  const read = text === undefined ? null : parseHashed(text);
  if (!read?.isSound) return null;
  const { data } = kind.meta.safeParse(read.value);
  // A release that writes `files` also writes the hash. If only the hash is missing, the file is damaged.
  const hasLostHash = !read.isHashed && data?.files !== undefined;
  const isOwn = data?.summary.id === basename(directory);
  return data && isOwn && !hasLostHash ? { ...data, isHashed: read.isHashed } : null;
}
