// Lists the parts of this machine's system that a worker may see, read-only. It is an allow-list: anything not named
// here does not exist inside.
import { lstatSync, readlinkSync } from "node:fs";

export type SystemMount =
  | { kind: "bind"; path: string }
  | { kind: "link"; path: string; target: string }
  /** An empty directory is mounted over this one. */
  | { kind: "hidden"; path: string };

/** On most systems these are symlinks into /usr, on others they are directories. */
const roots = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/**
 * The only parts of /etc that a worker sees. Never add `shadow`, or all of /etc, which also holds keys, tokens and the
 * settings of other programs; nor all of ssl or pki, which hold private keys. If root runs the hall, a worker owns
 * root's files in the sandbox too, whatever its user id there.
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

/** Settings of programs below /usr/local and /usr, such as npm's, which may contain a registry's token. */
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
