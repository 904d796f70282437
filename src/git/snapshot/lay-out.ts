// Writes a git tree to a fresh directory, with the untracked files that the project's setting "copy" names,
// so that a command sees these files and no others. A git directory beside it has its own HEAD and index.
import { writeFile } from "node:fs/promises";
import type { ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import { copyIn } from "../worktree/copy-in.ts";
import { viewPlace } from "../repository/places.ts";
import type { WorktreeDeps } from "../repository/prove-isolation.ts";
import { gitFileText } from "../repository/prove-isolation.ts";
import { git, type GitPlace } from "../repository/run.ts";
import { treeGrowth } from "./tree-growth.ts";
import type { Copied } from "../worktree/worktree-records.ts";

export interface LayOutOrder {
  project: ProjectName;
  /** The tree to write. */
  tree: string;
  /** The commit that the directory's HEAD points to. */
  head: string;
  /** The target directory. It is deleted first if it exists. */
  into: string;
  /** Untracked files and directories to copy from the person's checkout. */
  copy: readonly string[];
  from: string;
  /** How many megabytes more than the commit `head` the tree may take on disk; `null` if there is no limit. */
  mostMb: number | null;
}

/** The code of the fault for a tree beyond `mostMb`. */
export const treeTooLarge = "tree_too_large";

export interface LaidOut {
  /** The git directory that belongs to the laid-out directory. */
  gitDir: string;
  copied: Copied;
  notes: string[];
}

const gitDirOf = (into: string): string => `${into}.git`;

export async function layOut(deps: WorktreeDeps, order: LayOutOrder): Promise<LaidOut> {
  const { project, tree, head, into, copy, from } = order;
  const gitDir = gitDirOf(into);
  const view = viewPlace(deps.home, project);
  await refuseTooLarge(deps, view, order);
  for (const path of [into, gitDir]) {
    await deps.disk.removeTree(path);
    await deps.disk.makeDirectories(path);
  }
  await writeFile(`${gitDir}/gitdir`, `${into}/.git\n`);
  await writeFile(`${gitDir}/commondir`, `${view.view}\n`);
  await writeFile(`${gitDir}/HEAD`, `${head}\n`);
  const place = { ...view, workTree: into };
  const index = `${gitDir}/index`;
  await git(deps, { args: ["read-tree", "--reset", "-u", tree], place, index });
  await writeFile(`${into}/.git`, gitFileText(gitDir));
  const { copied, notes } = await copyIn(deps, { place, index, copy, from, write: true });
  return { gitDir, copied, notes };
}

async function refuseTooLarge(deps: WorktreeDeps, place: GitPlace, order: LayOutOrder): Promise<void> {
  const { head, tree, mostMb } = order;
  if (mostMb === null) return;
  const megabytes = (await treeGrowth(deps, { place, head, tree })) / 1024 / 1024;
  if (megabytes <= mostMb) return;
  const message = `Checked out, the work would take ${Math.ceil(megabytes)} MB more of the disk than its base, and the commission may take ${mostMb} MB.`;
  throw new Fault(treeTooLarge, message);
}
