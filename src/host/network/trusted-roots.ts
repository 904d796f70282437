// Lists the certificates that a connection trusts: the usual roots, and those of one extra file.
import { readFileSync } from "node:fs";
import { rootCertificates } from "node:tls";

/** Returns the certificates to trust; `undefined` means the usual roots alone. */
export type TrustedRoots = (extraCaFile: string | null) => string[] | undefined;

/** Reads each file once. */
export function createTrustedRoots(): TrustedRoots {
  const known = new Map<string, string[]>();
  return (extraCaFile) => (extraCaFile === null ? undefined : rootsWith(known, extraCaFile));
}

function rootsWith(known: Map<string, string[]>, file: string): string[] {
  const before = known.get(file);
  if (before !== undefined) return before;
  // A list given to TLS replaces the built-in roots, so they are included again.
  const list = [...rootCertificates, readFileSync(file, "utf8")];
  known.set(file, list);
  return list;
}
