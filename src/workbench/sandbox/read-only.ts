// Checks the directories that a person makes readable for workers, such as toolchains outside /usr. A directory that
// would reveal more than a toolchain is refused, and a sentence says why.
import { realpathSync, statSync } from "node:fs";
import { dirname, normalize, relative } from "node:path";

export interface ReadOnlyMount {
  /** The real path. */
  from: string;
  /** The path inside the sandbox: the one that the person named. */
  to: string;
}

export interface Private {
  /** The hall's own directory. */
  hallHome: string;
  /** The person's home directory. */
  personHome: string | undefined;
}

/** Refused at any depth: these contain devices, sockets, settings or other parts of the machine itself. */
const closedTrees = ["/proc", "/sys", "/dev", "/run", "/var/run", "/boot", "/gh", "/lost+found"];
/** Refused themselves, although a directory below them may be a toolchain. */
const closedItself = ["/", "/etc", "/home", "/root", "/var", "/var/tmp", "/mnt", "/media", "/srv"];
/** Directory and file names that usually contain keys, tokens or histories. */
const secretNames = [
  ".ssh",
  ".gnupg",
  ".aws",
  ".azure",
  ".kube",
  ".docker",
  ".config",
  ".claude",
  ".mozilla",
  ".password-store",
  ".netrc",
];

/** Returns the mounts, or a sentence about the first one that is refused. */
export function readOnlyMounts(paths: readonly string[], own: Private): ReadOnlyMount[] | string {
  const mounts: ReadOnlyMount[] = [];
  for (const path of paths) {
    const to = withoutSlash(normalize(path));
    const from = realOr(to);
    if (from === undefined) return `sandbox.readOnly: ${path} is not a directory that can be read.`;
    const why = problemOf(to, own) ?? problemOf(from, own);
    if (why !== undefined) return `sandbox.readOnly: ${path} is refused: ${why}.`;
    mounts.push({ from, to });
  }
  return mounts;
}

/**
 * Returns the directories of programs among these mounts: a mount itself if it is named `bin`, otherwise its
 * `bin` directory if it has one.
 */
export function binariesOf(mounts: readonly ReadOnlyMount[]): string[] {
  return mounts.flatMap(({ to }) => (to.endsWith("/bin") ? [to] : realOr(`${to}/bin`) ? [`${to}/bin`] : []));
}

function problemOf(path: string, { hallHome, personHome }: Private): string | undefined {
  if (closedItself.includes(path)) return "it holds far more than a toolchain";
  if (closedTrees.some((tree) => isWithin(tree, path))) return "it shows the machine itself, or its services";
  if (isWithin("/tmp", path)) return "a worker has a temporary directory of its own";
  if (isWithin("/etc", path)) return "the machine's settings and keys are there";
  if (leadsTo(path, hallHome) || leadsTo(hallHome, path)) return "the hall's own home is there";
  if (personHome !== undefined && leadsTo(path, personHome)) return "your home is there";
  if (path.split("/").some((name) => secretNames.includes(name))) return "keys or tokens are kept there";
  return undefined;
}

/** Returns true if `path` is `tree` or below it. */
function isWithin(tree: string, path: string): boolean {
  const step = relative(tree, path);
  return step === "" || (!step.startsWith("../") && step !== "..");
}

/** Returns true if `path` is `tree` or below it, even if only through a link or a mount. */
function leadsTo(tree: string, path: string): boolean {
  if (isWithin(tree, path)) return true;
  const id = idOf(tree);
  if (id === undefined) return false;
  let at = realOr(path) ?? path;
  while (idOf(at) !== id && at !== dirname(at)) at = dirname(at);
  return idOf(at) === id;
}

function idOf(path: string): string | undefined {
  try {
    const { dev, ino } = statSync(path, { bigint: true });
    return `${dev}:${ino}`;
  } catch {
    return undefined;
  }
}

function realOr(path: string): string | undefined {
  try {
    return statSync(path).isDirectory() ? realpathSync(path) : undefined;
  } catch {
    return undefined;
  }
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
}
