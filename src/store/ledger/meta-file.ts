// Reads a commission's meta.json, and checks it by the hash that it contains.
import { basename } from "node:path";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { type CommissionMeta, commissionMeta } from "../../contract/commission/meta.ts";
import type { Disk } from "../../host/files/disk.ts";
import { parseHashed } from "../../base/data/hashed-json.ts";

export interface MetaFile extends CommissionMeta {
  /** False if an older release wrote the file, without a hash. */
  isHashed: boolean;
}

/** Returns `null` if meta.json is unreadable, damaged or another commission's. It can be made anew from the ledger. */
export async function readMeta(
  disk: Pick<Disk, "readText">,
  { meta, directory }: Pick<CommissionLayout, "meta" | "directory">,
): Promise<MetaFile | null> {
  const text = await disk.readText(meta).catch(() => undefined);
  const read = text === undefined ? null : parseHashed(text);
  if (!read?.isSound) return null;
  const { data } = commissionMeta.safeParse(read.value);
  // A release that writes `files` also writes the hash. If only the hash is missing, the file is damaged.
  const hasLostHash = !read.isHashed && data?.files !== undefined;
  const isOwn = data?.commission.id === basename(directory);
  return data && isOwn && !hasLostHash ? { ...data, isHashed: read.isHashed } : null;
}
