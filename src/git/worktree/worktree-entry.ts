// Writes git's entry for a worktree by hand, and tells from it how far the creation of the worktree got.
import { lstat, readdir, unlink, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { WorktreePlace } from "../repository/places.ts";
import { headText } from "../repository/prove-isolation.ts";
import { makeWithin } from "../repository/view.ts";
import { foundMark } from "./worktree-records.ts";
import { unlessMissing } from "../../host/files/missing.ts";

/** Writes HEAD last: if it exists, the entry is complete. */
export async function writeEntry(place: WorktreePlace, tree: TreePlan): Promise<void> {
  const { gitDir, workTree } = place;
  await makeWithin(tree.repository, `worktrees/${basename(gitDir)}/info`);
  await writeFile(`${gitDir}/gitdir`, `${workTree}/.git\n`);
  await writeFile(`${gitDir}/commondir`, "../..\n");
  if (place.sparse) await writeFile(`${gitDir}/info/sparse-checkout`, "/.lore/\n");
  await writeFile(`${gitDir}/HEAD`, headText(tree.branch));
}

/** Recreates an entry that was deleted or only partly written. Marks files that were there before the entry. */
export async function ensureEntry(place: WorktreePlace, tree: TreePlan): Promise<void> {
  const { gitDir, workTree } = place;
  if (await isThere(`${gitDir}/HEAD`)) return;
  await makeWithin(tree.repository, `worktrees/${basename(gitDir)}`);
  if (await hasFiles(workTree)) await writeFile(foundMark(gitDir), "");
  await writeEntry(place, tree);
}

/**
 * Whether the files exist but git's entry does not: the entry was deleted, and a worker may have worked here. Creation
 * writes the entry before the files, so this is never an unfinished creation.
 */
export async function wasForgotten({ gitDir, workTree }: WorktreePlace): Promise<boolean> {
  if (await isThere(foundMark(gitDir))) return true;
  return !(await isThere(`${gitDir}/HEAD`)) && (await hasFiles(workTree));
}

/** Whether creation was interrupted before all files existed (git writes the index last). No worker has worked here. */
export async function wasNeverWhole({ gitDir, workTree }: WorktreePlace): Promise<boolean> {
  if (await isThere(foundMark(gitDir))) return false;
  if (await isThere(`${gitDir}/HEAD`)) return !(await isThere(`${gitDir}/index`));
  return !(await hasFiles(workTree));
}

async function hasFiles(workTree: string): Promise<boolean> {
  const names = (await readdir(workTree).catch(unlessMissing)) ?? [];
  return names.some((name) => name !== ".git" && !isDraft(name));
}

/** A draft of the worktree's `.git`, left by an interrupted write. */
const isDraft = (name: string) => /^\.\.git\..+\.draft$/.test(name);

/** For use during creation, when no draft can be the worker's. */
export async function removeDrafts(workTree: string): Promise<void> {
  for (const name of (await readdir(workTree)).filter(isDraft)) await unlink(`${workTree}/${name}`);
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
