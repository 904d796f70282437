// Hashes the artifacts of an ended commission for its ledger, so that later changes can be detected.
import type { CommissionLayout } from "../../contract/home/home-layout.ts";
import { hashInside } from "../../host/files/hash-inside.ts";

/** Adds the hash of each artifact. A file that cannot be read gets none. */
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
