// Which parts of the machine's own system a worker may see, read-only. An allow-list: what is not named here
// does not exist inside.
import { lstatSync, readlinkSync } from "node:fs";

export type SystemMount =
  | { kind: "bind"; path: string }
  | { kind: "link"; path: string; target: string }
  /** A directory in the place of which an empty one is shown. */
  | { kind: "hidden"; path: string };

/** Links into /usr on a merged system, directories on others. */
const roots = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/**
 * Never shadow, never all of /etc: keys, tokens and the settings of other programs live there too. Nor all of ssl
 * or pki, which hold private keys: a hall of root's owns them inside as well, whatever its number is there.
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
