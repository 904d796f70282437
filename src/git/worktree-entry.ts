// What git keeps of a worktree, written by hand, and what it tells of how far the making of the worktree has come.
import { lstat, mkdir, readdir, writeFile } from "node:fs/promises";
import type { TreePlan } from "../contract/tree.ts";
import type { WorktreePlace } from "./places.ts";
import { headText } from "./prove-isolation.ts";

/** HEAD last: where there is one, the rest is there. */
export async function writeEntry(place: WorktreePlace, tree: TreePlan): Promise<void> {
  const { gitDir, workTree } = place;
  await mkdir(`${gitDir}/info`, { recursive: true });
  await writeFile(`${gitDir}/gitdir`, `${workTree}/.git\n`);
  await writeFile(`${gitDir}/commondir`, "../..\n");
  if (place.sparse) await writeFile(`${gitDir}/info/sparse-checkout`, "/.lore/\n");
  await writeFile(`${gitDir}/HEAD`, headText(tree.branch));
}

/** For one that was taken away, or whose writing was cut short. */
export async function ensureEntry(place: WorktreePlace, tree: TreePlan): Promise<void> {
  if (!(await isThere(`${place.gitDir}/HEAD`))) await writeEntry(place, tree);
}

/**
 * Its files are there and what git keeps of it is not: somebody took that away, and somebody may have worked here. The
 * other way round it begins, so this is never a beginning.
 */
export async function wasForgotten({ gitDir, workTree }: WorktreePlace): Promise<boolean> {
  return !(await isThere(`${gitDir}/HEAD`)) && (await hasFiles(workTree));
}

/** Its making was cut short before all files were there: git writes the index last. Nobody has worked here. */
export async function wasNeverWhole({ gitDir, workTree }: WorktreePlace): Promise<boolean> {
  if (await isThere(`${gitDir}/HEAD`)) return !(await isThere(`${gitDir}/index`));
  return !(await hasFiles(workTree));
}

async function hasFiles(workTree: string): Promise<boolean> {
  return (await readdir(workTree).catch(() => [])).some((name) => name !== ".git");
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined;
}
