// Measures the files that a tree adds to a commit or changes in it, as they would be on disk. The size of
// git's objects does not tell, because git compresses them. A worker can store a gigabyte of zeroes in a few
// kilobytes, or one file under a thousand names.
import { git, type GitDeps, type GitPlace } from "../repository/run.ts";

export interface GrowthOrder {
  place: GitPlace;
  /** The commit to compare with. */
  head: string;
  tree: string;
}

const gitlink = "160000";

/** Returns the bytes of all files that the commit does not have at the same path with the same content. */
export async function treeGrowth(deps: GitDeps, { place, head, tree }: GrowthOrder): Promise<number> {
  const args = ["diff-tree", "-r", "-z", "--raw", "--no-renames", "--no-abbrev", head, tree];
  const parts = (await git(deps, { args, place })).split("\0");
  const names: string[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [, mode, name] = /^:\d+ (\d+) \w+ (\w+) [A-Z]/.exec(parts[at] ?? "") ?? [];
    if (name !== undefined && mode !== gitlink && /[^0]/.test(name)) names.push(name);
  }
  if (names.length === 0) return 0;
  const batch = ["cat-file", "--batch-check=%(objectsize)"];
  const sizes = await git(deps, { args: batch, place, input: `${names.join("\n")}\n` });
  return sizes.split("\n").reduce((sum, size) => sum + (Number(size) || 0), 0);
}
