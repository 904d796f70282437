// Leaves out `.gitmodules` and `.gitattributes` files that git's own checks reject. A server that checks pushes would
// refuse the whole branch, even after the file is deleted, because the file stays in the history.
import { rm } from "node:fs/promises";
import { type IndexLine, inHalves, type OwnIndex, putLines } from "./add-plainly.ts";
import { type IndexChange, changesIn } from "./own-index.ts";
import type { WorktreeDeps } from "../repository/prove-isolation.ts";
import { git, mustBeAnswer, runGit } from "../repository/run.ts";

interface Suspect extends IndexChange {
  /**
   * The last part of the path; `null` if a directory on the path is named like such a file, which git never
   * accepts.
   */
  name: string | null;
}

/**
 * The most checks by git. Files that are not checked by then are left out too. No project has many such
 * files.
 */
const mostAsked = 30;

/**
 * Puts the base's version of each rejected file back into the index, or removes a file that the base does not
 * have. Returns the paths.
 */
export async function leaveOutUnsound(deps: WorktreeDeps, own: OwnIndex, base: string): Promise<string[]> {
  const suspects = (await changesIn(deps, { ...own, since: base })).flatMap(suspectOf);
  if (suspects.length === 0) return [];
  const buried = suspects.filter(({ name }) => name === null);
  const files = suspects.filter(({ name }) => name !== null);
  const unsound = [...buried, ...(await inHalves(files, (some) => isSound(deps, own, some), mostAsked))];
  const lines = unsound.map(({ path, before }): IndexLine => ({ path, entry: before }));
  await putLines(deps, { ...own, lines });
  return unsound.map(({ path }) => path);
}

function suspectOf(change: IndexChange): Suspect[] {
  if (change.after === null) return [];
  const names = change.path.split("/");
  if (names.slice(0, -1).some(mayBeSettings)) return [{ ...change, name: null }];
  const name = names.at(-1) ?? "";
  return mayBeSettings(name) ? [{ ...change, name }] : [];
}

/** Characters that macOS ignores in a file name. */
const unseen = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g;
/** `.gitmodules` and `.gitattributes`, and their short names on Windows, such as `gitmod~1` and `gi7eba~1`. */
const settings = /^(?:\.git(?:modules|attributes)(?:[ .:]|$)|git(?:mod|att)~\d|gi[0-9a-f]{2,4}~\d)/i;

function mayBeSettings(name: string): boolean {
  return name.split("\\").some((part) => settings.test(part.replace(unseen, "")));
}

/**
 * Checks the files as a server does on a push: puts them into a pack, and lets git check all its objects
 * strictly.
 */
async function isSound(deps: WorktreeDeps, own: OwnIndex, files: readonly Suspect[]): Promise<boolean> {
  const { place, index } = own;
  const alone = files.map(({ name, after }) => `${after?.mode} blob ${after?.oid}\t${name}\0\0`).join("");
  const trees = await git(deps, { args: ["mktree", "-z", "--batch"], place, input: alone });
  const input = `${trees}${files.map(({ after }) => after?.oid).join("\n")}\n`;
  const packed = `${index}.sound`;
  const hash = (await git(deps, { args: ["pack-objects", "-q", packed], place, input })).trim();
  const pack = `${packed}-${hash}`;
  const check = { args: ["index-pack", "--strict", "-o", `${packed}.idx`, `${pack}.pack`], place };
  try {
    const run = await runGit(deps, check);
    if (run.code !== 0) mustBeAnswer(check, run);
    return run.code === 0;
  } finally {
    for (const path of [`${pack}.pack`, `${pack}.idx`, `${pack}.rev`, `${packed}.idx`, `${packed}.rev`])
      await rm(path, { force: true });
  }
}
