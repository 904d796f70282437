// What git keeps of a worktree, written by hand, and what it tells of how far the making of the worktree has come.
import { lstat, readdir, unlink, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { WorktreePlace } from "../repository/places.ts";
import { headText } from "../repository/prove-isolation.ts";
import { makeWithin } from "../repository/view.ts";
import { foundMark } from "./worktree-records.ts";
import { unlessMissing } from "../../host/files/missing.ts";

/** HEAD last: where there is one, the rest is there. */
export async function writeEntry(place: WorktreePlace, tree: TreePlan): Promise<void> {
  const { gitDir, workTree } = place;
  await makeWithin(tree.repository, `worktrees/${basename(gitDir)}/info`);
  await writeFile(`${gitDir}/gitdir`, `${workTree}/.git\n`);
  await writeFile(`${gitDir}/commondir`, "../..\n");
  if (place.sparse) await writeFile(`${gitDir}/info/sparse-checkout`, "/.lore/\n");
  await writeFile(`${gitDir}/HEAD`, headText(tree.branch));
}

/** For one that was taken away, or whose writing was cut short. Files that are there already were there first. */
export async function ensureEntry(place: WorktreePlace, tree: TreePlan): Promise<void> {
  const { gitDir, workTree } = place;
  if (await isThere(`${gitDir}/HEAD`)) return;
  await makeWithin(tree.repository, `worktrees/${basename(gitDir)}`);
  if (await hasFiles(workTree)) await writeFile(foundMark(gitDir), "");
  await writeEntry(place, tree);
}

/**
 * Its files are there and what git keeps of it is not: somebody took that away, and somebody may have worked here. The
 * other way round it begins, so this is never a beginning.
 */
export async function wasForgotten({ gitDir, workTree }: WorktreePlace): Promise<boolean> {
  if (await isThere(foundMark(gitDir))) return true;
  return !(await isThere(`${gitDir}/HEAD`)) && (await hasFiles(workTree));
}

/** Its making was cut short before all files were there: git writes the index last. Nobody has worked here. */
export async function wasNeverWhole({ gitDir, workTree }: WorktreePlace): Promise<boolean> {
  if (await isThere(foundMark(gitDir))) return false;
  if (await isThere(`${gitDir}/HEAD`)) return !(await isThere(`${gitDir}/index`));
  return !(await hasFiles(workTree));
}

async function hasFiles(workTree: string): Promise<boolean> {
  const names = (await readdir(workTree).catch(unlessMissing)) ?? [];
  return names.some((name) => name !== ".git" && !isDraft(name));
}

/** Of the worktree's `.git`, left where its writing was cut short. */
const isDraft = (name: string) => /^\.\.git\..+\.draft$/.test(name);

/** While the worktree is made: nobody has put one there. */
export async function removeDrafts(workTree: string): Promise<void> {
  for (const name of (await readdir(workTree)).filter(isDraft)) await unlink(`${workTree}/${name}`);
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
