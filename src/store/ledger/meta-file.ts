// meta.json as it lies on the disk: what it says, and whether it is what was written.
import { basename } from "node:path";
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { type CommissionMeta, commissionMeta } from "../../contract/commission/meta.ts";
import type { Disk } from "../../host/files/disk.ts";
import { parseHashed } from "../../base/data/hashed-json.ts";

export interface MetaFile extends CommissionMeta {
  /** False: an older release wrote it, and nothing vouches for it. */
  isHashed: boolean;
}

/** Derived, so one that cannot be read, is not what was written, or is another commission's counts as none. */
export async function readMeta(
  disk: Pick<Disk, "readText">,
  { meta, directory }: Pick<CommissionLayout, "meta" | "directory">,
): Promise<MetaFile | null> {
  const text = await disk.readText(meta).catch(() => undefined);
  const read = text === undefined ? null : parseHashed(text);
  if (!read?.isSound) return null;
  const { data } = commissionMeta.safeParse(read.value);
  // This release always writes both: where only the hash is missing, a flipped bit has spoiled it.
  const hasLostHash = !read.isHashed && data?.files !== undefined;
  const isOwn = data?.commission.id === basename(directory);
  return data && isOwn && !hasLostHash ? { ...data, isHashed: read.isHashed } : null;
}
