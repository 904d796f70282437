// What vouches for the artifacts of an ended commission: a hash of each, for its ledger.
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { hashInside } from "../../host/files/hash-inside.ts";

/** One that cannot be read has none. */
export async function withHashes<C extends { artifacts: readonly string[] }>(
  { directory }: Pick<CommissionLayout, "directory">,
  collected: C,
): Promise<C & { hashes: Record<string, string> }> {
  const hashes: Record<string, string> = {};
  for (const path of collected.artifacts) {
    const sha256 = await hashInside(directory, path);
    if (sha256 !== null) hashes[path] = sha256;
  }
  return { ...collected, hashes };
}
