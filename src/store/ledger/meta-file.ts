// Reads meta.json from disk and checks that it is as written.
import { basename } from "node:path";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { type CommissionMeta, commissionMeta } from "../../contract/commission/meta.ts";
import type { Disk } from "../../host/files/disk.ts";
import { parseHashed } from "../../base/data/hashed-json.ts";

export interface MetaFile extends CommissionMeta {
  /** False if an older release wrote it, without a hash to verify it. */
  isHashed: boolean;
}

/** Returns `null` if it is unreadable, damaged or another commission's. It is derived, so that loses nothing. */
export async function readMeta(
  disk: Pick<Disk, "readText">,
  { meta, directory }: Pick<CommissionLayout, "meta" | "directory">,
): Promise<MetaFile | null> {
  const text = await disk.readText(meta).catch(() => undefined);
  const read = text === undefined ? null : parseHashed(text);
  if (!read?.isSound) return null;
  const { data } = commissionMeta.safeParse(read.value);
  // This release always writes both: if only the hash is missing, a flipped bit has destroyed it.
  const hasLostHash = !read.isHashed && data?.files !== undefined;
  const isOwn = data?.commission.id === basename(directory);
  return data && isOwn && !hasLostHash ? { ...data, isHashed: read.isHashed } : null;
}
