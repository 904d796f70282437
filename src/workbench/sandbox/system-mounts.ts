// Lists the system's files that a worker may read. It is an allow-list: no other system file exists in the
// sandbox. Other modules mount /proc, /dev, /run, the directories of `sandbox.readOnly`, and the files that
// the commission needs.
import { lstatSync, readlinkSync } from "node:fs";

export type SystemMount =
  | { kind: "bind"; path: string }
  | { kind: "link"; path: string; target: string }
  /** An empty directory is mounted over this one. */
  | { kind: "hidden"; path: string };

/** On most systems these are symlinks into /usr, on others they are directories. */
const roots = ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"];

/**
 * The only parts of /etc that a worker sees. Never add `shadow`, all of ssl or pki, or all of /etc: they hold
 * keys, tokens and the settings of other programs. If the hall runs as root, the sandbox maps root to the
 * worker's user, so a worker can read root's files.
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
