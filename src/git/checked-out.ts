// Whether a branch is checked out somewhere. To move it would make that checkout look as if its files had been changed.
import { readdir } from "node:fs/promises";
import { dirname } from "node:path";
import { Fault } from "../contract/problem.ts";
import { codeOf } from "../host/disk.ts";
import { plainFiles } from "../host/plain-files.ts";
import { branchRef } from "./refs.ts";

export interface Elsewhere {
  repository: string;
  branch: string;
  /** What git keeps of the one worktree that may have it. */
  own: string;
}

/** Throws where the branch is checked out in another place than the hall's own. */
export async function mustBeOurs({ repository, branch, own }: Elsewhere): Promise<void> {
  for (const gitDir of await gitDirsOf(repository)) {
    if (gitDir === own || (await headOf(gitDir)) !== `ref: ${branchRef(branch)}`) continue;
    throw new Fault(
      "project",
      `The branch "${branch}" is checked out in ${await placeOf(gitDir)}, and would move under the files there. Switch to another branch in that place; the hall goes on then.`,
    );
  }
}

/** What the head of a checkout says: a commit, or "ref: " and a branch; undefined where there is none. */
export async function headOf(gitDir: string): Promise<string | undefined> {
  return (await plainFiles.read(`${gitDir}/HEAD`, 4096))?.toString("utf8").trim();
}

async function gitDirsOf(repository: string): Promise<string[]> {
  const names = await readdir(`${repository}/worktrees`).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") return [];
    throw error;
  });
  return [repository, ...names.map((name) => `${repository}/worktrees/${name}`)];
}

async function placeOf(gitDir: string): Promise<string> {
  const link = await plainFiles.read(`${gitDir}/gitdir`, 4096);
  return dirname(link?.toString("utf8").trim() ?? gitDir);
}
