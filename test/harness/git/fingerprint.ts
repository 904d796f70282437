// Fingerprints everything in a person's checkout and repository that the hall must not change: all but the hall's own
// refs, the reflogs of these refs, and the hall's worktrees. Objects may be added, but not removed or changed.
import { expect } from "bun:test";
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { gitIn } from "./repositories.ts";

export interface Fingerprint {
  /** By path: the mode and a hash of every file and symlink, and the mode of every directory. */
  files: Map<string, string>;
  objects: Map<string, string>;
}

/** The hall's own paths in a repository. */
const ours =
  /^\.git\/(?:(?:logs\/)?refs\/(?:heads\/claude|guild-hall|notes\/guild-hall)(?:\/|$)|(?:logs\/)?refs\/notes$|worktrees(?:$|\/(?:guild-hall|commission)-)|logs(?:\/refs(?:\/heads)?)?$)/;

export function fingerprint(checkout: string): Fingerprint {
  const repository = resolve(checkout, gitIn(checkout, "rev-parse", "--git-common-dir"));
  const found = [...walk(checkout, ""), ...walk(repository, ".git")];
  const seen = new Map(found.filter(([path]) => !ours.test(path)));
  const isObject = (path: string) => path.startsWith(".git/objects/");
  return {
    files: new Map([...seen].filter(([path]) => !isObject(path))),
    objects: new Map([...seen].filter(([path]) => isObject(path))),
  };
}

/** Fails with the paths that differ. */
export function expectUnchanged(checkout: string, before: Fingerprint): void {
  expect(changedSince(checkout, before)).toEqual([]);
}

export function changedSince(checkout: string, before: Fingerprint): string[] {
  const now = fingerprint(checkout);
  const paths = new Set([...before.files.keys(), ...now.files.keys()]);
  const changed = [...paths].filter((path) => before.files.get(path) !== now.files.get(path));
  const lost = [...before.objects].filter(([path, hash]) => now.objects.get(path) !== hash);
  return [...changed, ...lost.map(([path]) => path)];
}

function* walk(directory: string, under: string): Generator<[string, string]> {
  for (const name of readdirSync(directory).sort()) {
    const [path, shown] = [join(directory, name), join(under, name)];
    const found = lstatSync(path);
    if (found.isDirectory()) {
      if (shown === ".git") continue; // .git is walked separately, wherever it is
      yield [shown, `directory ${found.mode.toString(8)}`];
      yield* walk(path, shown);
    } else yield [shown, `${found.mode.toString(8)} ${hashOf(path, shown)}`];
  }
}

function hashOf(path: string, shown: string): string {
  const found = lstatSync(path);
  const content = found.isSymbolicLink() ? readlinkSync(path) : found.isFile() ? readFileSync(path) : "";
  return createHash("sha256").update(theirs(shown, content)).digest("hex");
}

/** Returns the content of a file; of packed-refs, without the hall's own lines. */
function theirs(shown: string, content: string | Buffer): string | Buffer {
  if (shown !== ".git/packed-refs") return content;
  const lines = content.toString().split("\n");
  return lines
    .filter((line) => !/ refs\/(?:heads\/claude\/|guild-hall\/|notes\/guild-hall$)/.test(line))
    .join("\n");
}
