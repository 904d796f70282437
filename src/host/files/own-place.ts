// Checks that a directory is this user's own. Another user who owns it, or can write to a directory above it,
// could replace the files in it.
import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { codeOf } from "./disk.ts";

interface Owned {
  uid: number;
  mode: number;
}

export interface OwnPlaceDeps {
  /** Our own user id. */
  uid: number;
  /** Returns the owner and mode of a path, without following a symlink; `null` if nothing is there. */
  look(path: string): Promise<Owned | null>;
}

const sticky = 0o1000;
const writableByOthers = 0o002;
const root = 0;

/**
 * Returns why the directory is not this user's own. `null` if it is, or if it does not exist yet and the nearest
 * existing directory above it is safe.
 */
export async function whyNotOwn(path: string, deps: OwnPlaceDeps = systemOwners()): Promise<string | null> {
  const real = await existing(path, deps);
  const isThere = real === (await resolved(path));
  return (await whyNotOurs(real, isThere, deps)) ?? whyNotOurLinks(resolve(path), deps);
}

/** Checks the directory and all directories above it. */
async function whyNotOurs(path: string, isThere: boolean, deps: OwnPlaceDeps): Promise<string | null> {
  for (let [at, isHome] = [path, isThere]; ; at = dirname(at), isHome = false) {
    const found = await deps.look(at);
    if (found !== null) {
      const where = isHome ? "It" : `${at}, which it lies in,`;
      const isTrusted = found.uid === deps.uid || (!isHome && found.uid === root);
      if (!isTrusted) return `${where} belongs to another user of this machine (number ${found.uid})`;
      const isOpen = (found.mode & writableByOthers) !== 0 && (found.mode & sticky) === 0;
      if (isOpen && !isHome) return `${where} may be written to by every user of this machine`;
    }
    if (at === dirname(at)) return null;
  }
}

/** The kernel follows no more symlinks than this in one path. */
const mostLinks = 40;

/**
 * Checks the symlinks on the way. The owner of a symlink, or a user who can write to its directory, can make
 * it lead elsewhere.
 */
async function whyNotOurLinks(path: string, deps: OwnPlaceDeps, followed = 0): Promise<string | null> {
  const link = followed === mostLinks ? null : await firstLink(path);
  if (link === null) return null;
  const { at, target } = link;
  const owner = await deps.look(at);
  if (owner !== null && owner.uid !== deps.uid && owner.uid !== root)
    return `${at}, a link that leads to it, belongs to another user of this machine (number ${owner.uid})`;
  const next = resolve(dirname(at), target) + path.slice(at.length);
  return (await whyNotOurs(dirname(at), false, deps)) ?? whyNotOurLinks(next, deps, followed + 1);
}

async function firstLink(path: string): Promise<{ at: string; target: string } | null> {
  for (let end = path.indexOf("/", 1); ; end = path.indexOf("/", end + 1)) {
    const at = end < 0 ? path : path.slice(0, end);
    const target = await readlink(at).catch(() => null);
    if (target !== null) return { at, target };
    if (end < 0) return null;
  }
}

/** Returns the real path, or that of the nearest existing directory above it. */
async function existing(path: string, deps: OwnPlaceDeps): Promise<string> {
  const real = await resolved(path);
  if (real !== null) return real;
  return path === dirname(path) ? path : existing(dirname(path), deps);
}

function resolved(path: string): Promise<string | null> {
  return realpath(path).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return null;
    throw error;
  });
}

function systemOwners(): OwnPlaceDeps {
  return {
    uid: process.geteuid?.() ?? root,
    look: (path) => lstat(path).catch(() => null),
  };
}
