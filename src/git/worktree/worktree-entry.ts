// Writes git's entry for a worktree, a directory under "worktrees/" in the repository, as git itself would. The files
// in the entry tell how far the creation of the worktree has come.
import { lstat, readdir, unlink, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { WorktreePlace } from "../repository/places.ts";
import { headText } from "../repository/prove-isolation.ts";
import { makeWithin } from "../repository/view.ts";
import { foundMark } from "./worktree-records.ts";
import { unlessMissing } from "../../host/files/missing.ts";

/** Writes the entry, HEAD last: if HEAD exists, the entry is complete. */
export async function writeEntry(place: WorktreePlace, tree: TreePlan): Promise<void> {
  const { gitDir, workTree } = place;
  await makeWithin(tree.repository, `worktrees/${basename(gitDir)}/info`);
  await writeFile(`${gitDir}/gitdir`, `${workTree}/.git\n`);
  await writeFile(`${gitDir}/commondir`, "../..\n");
  if (place.sparse) await writeFile(`${gitDir}/info/sparse-checkout`, "/.lore/\n");
  await writeFile(`${gitDir}/HEAD`, headText(tree.branch));
}

/**
 * Recreates an entry that was deleted or only partly written. If the worktree has files already, writes a marker file
 * that says so.
 */
export async function ensureEntry(place: WorktreePlace, tree: TreePlan): Promise<void> {
  const { gitDir, workTree } = place;
  if (await isThere(`${gitDir}/HEAD`)) return;
  await makeWithin(tree.repository, `worktrees/${basename(gitDir)}`);
  if (await hasFiles(workTree)) await writeFile(foundMark(gitDir), "");
  await writeEntry(place, tree);
}

/**
 * Tells whether git's entry was deleted while the worktree has files, which a worker may have changed. It
 * cannot be an interrupted creation, because creation writes the entry before the files.
 */
export async function wasForgotten({ gitDir, workTree }: WorktreePlace): Promise<boolean> {
  if (await isThere(foundMark(gitDir))) return true;
  return !(await isThere(`${gitDir}/HEAD`)) && (await hasFiles(workTree));
}

/**
 * Tells whether the creation of the worktree was interrupted before all files were checked out. Git writes
 * the index last, so without an index no worker can have worked in the worktree.
 */
export async function wasNeverWhole({ gitDir, workTree }: WorktreePlace): Promise<boolean> {
  if (await isThere(foundMark(gitDir))) return false;
  if (await isThere(`${gitDir}/HEAD`)) return !(await isThere(`${gitDir}/index`));
  return !(await hasFiles(workTree));
}

async function hasFiles(workTree: string): Promise<boolean> {
  const names = (await readdir(workTree).catch(unlessMissing)) ?? [];
  return names.some((name) => name !== ".git" && !isDraft(name));
}

/** Tells whether the file is a draft of the worktree's `.git`, left by an interrupted write. */
const isDraft = (name: string) => /^\.\.git\..+\.draft$/.test(name);

/** Removes such drafts. Called only while the worktree is created, when no file in it can be the worker's. */
export async function removeDrafts(workTree: string): Promise<void> {
  for (const name of (await readdir(workTree)).filter(isDraft)) await unlink(`${workTree}/${name}`);
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
