// Directories that a person adds to what workers may read, such as toolchains outside /usr. Whatever would show more
// than a toolchain is refused, with a sentence.
import { realpathSync, statSync } from "node:fs";
import { normalize, relative } from "node:path";

export interface ReadOnlyMount {
  /** Where it really is. */
  from: string;
  /** Where a worker finds it: where the person named it. */
  to: string;
}

export interface Private {
  /** The hall's own directory. */
  hallHome: string;
  /** The person's. */
  personHome: string | undefined;
}

/** They hold devices, sockets, settings or the homes of people, and whatever is below them may. */
const closedTrees = ["/proc", "/sys", "/dev", "/run", "/var/run", "/boot", "/gh", "/lost+found"];
/** A part of them may be a toolchain; the whole is not. */
const closedItself = ["/", "/etc", "/home", "/root", "/var", "/var/tmp", "/mnt", "/media", "/srv"];
/** Where keys, tokens and histories lie, in anybody's home. */
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

/** The mounts, or a sentence on the first that is refused. */
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

/** Where the programs of such a directory are: itself, if it is called so, or its `bin`. */
export function binariesOf(mounts: readonly ReadOnlyMount[]): string[] {
  return mounts.flatMap(({ to }) => (to.endsWith("/bin") ? [to] : realOr(`${to}/bin`) ? [`${to}/bin`] : []));
}

function problemOf(path: string, { hallHome, personHome }: Private): string | undefined {
  if (closedItself.includes(path)) return "it holds far more than a toolchain";
  if (closedTrees.some((tree) => isWithin(tree, path))) return "it shows the machine itself, or its services";
  if (isWithin("/tmp", path)) return "a worker has a temporary directory of its own";
  if (isWithin("/etc", path)) return "the machine's settings and keys are there";
  if (isWithin(path, hallHome) || isWithin(hallHome, path)) return "the hall's own home is there";
  if (personHome !== undefined && isWithin(path, personHome)) return "your home is there";
  if (path.split("/").some((name) => secretNames.includes(name))) return "keys or tokens are kept there";
  return undefined;
}

/** Whether `path` is `tree` or below it. */
function isWithin(tree: string, path: string): boolean {
  const step = relative(tree, path);
  return step === "" || (!step.startsWith("../") && step !== "..");
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
