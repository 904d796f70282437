// Collects the certificates that this machine trusts into one text, so that programs in a sandbox can be given
// them. Only certificates are taken over: a file may hold a private key beside them.
import { readFile, stat } from "node:fs/promises";
import { rootCertificates } from "node:tls";

/** The file that holds all roots of the system, where common systems have it. */
const systemBundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/ssl/ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/** Much more than any bundle has, so that a wrong path cannot fill the memory. */
const largestFile = 8_000_000;

/** Returns the system's roots, or the usual ones if there are none, and the certificates of the further files. */
export async function readCertificates(more: readonly (string | null)[]): Promise<string> {
  const system = await firstWithAny(systemBundles);
  const added = await Promise.all(more.map(certificatesIn));
  const all = new Set([...(system ?? rootCertificates), ...added.flat()]);
  return [...all].map((certificate) => `${certificate.trim()}\n`).join("");
}

async function firstWithAny(paths: readonly string[]): Promise<string[] | null> {
  for (const path of paths) {
    const found = await certificatesIn(path);
    if (found.length > 0) return found;
  }
  return null;
}

/** Returns none if the file cannot be read. The person's own tools would not find it either. */
async function certificatesIn(path: string | null): Promise<string[]> {
  if (path === null) return [];
  try {
    const entry = await stat(path);
    if (!entry.isFile() || entry.size > largestFile) return [];
    return certificatesOf(await readFile(path, "latin1"));
  } catch {
    return [];
  }
}

function certificatesOf(text: string): string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----/g) ?? [];
}
