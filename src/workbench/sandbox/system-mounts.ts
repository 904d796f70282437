// Lists the parts of this machine's system that a worker may see, read-only. It is an allow-list: anything not named
// here does not exist inside.
import { lstatSync, readlinkSync } from "node:fs";

export type SystemMount =
  | { kind: "bind"; path: string }
  | { kind: "link"; path: string; target: string }
  /** A directory that is replaced by an empty one. */
  | { kind: "hidden"; path: string };

/** Symlinks into /usr on a merged system, directories on others. */
const roots = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/**
 * Never shadow, and never all of /etc: it also holds keys, tokens and the settings of other programs. Nor all of ssl
 * or pki, which hold private keys: if root runs the hall, the worker owns them inside too, whatever its user id there.
 */
const settings = [
  "alternatives",
  "ca-certificates",
  "ca-certificates.conf",
  "crypto-policies",
  "group",
  "hosts",
  "ld.so.cache",
  "ld.so.conf",
  "ld.so.conf.d",
  "localtime",
  "mime.types",
  "nodejs",
  "nsswitch.conf",
  "os-release",
  "passwd",
  "pki/ca-trust/extracted",
  "pki/tls/cert.pem",
  "pki/tls/certs",
  "resolv.conf",
  "ssl/certs",
  "ssl/openssl.cnf",
  "terminfo",
];

export const settingsFiles: readonly string[] = settings.map((name) => `/etc/${name}`);

/** Settings of programs below /usr/local and /usr, such as npm's with a registry's token. */
const hiddenSettings = ["/usr/local/etc", "/usr/etc"];

export function findSystemMounts(): SystemMount[] {
  const hidden = hiddenSettings.filter((path) => inspect(path)?.kind === "bind");
  return [
    { kind: "bind", path: "/usr" },
    ...roots.flatMap((path) => inspect(path) ?? []),
    ...hidden.map((path) => ({ kind: "hidden" as const, path })),
  ];
}

function inspect(path: string): SystemMount | undefined {
  try {
    const found = lstatSync(path);
    if (found.isSymbolicLink()) return { kind: "link", path, target: readlinkSync(path) };
    return found.isDirectory() ? { kind: "bind", path } : undefined;
  } catch {
    return undefined;
  }
}
