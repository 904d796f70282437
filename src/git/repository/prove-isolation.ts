// Proves, before a worker starts, that a worktree is the right one: a directory and a HEAD of its own, and
// not the person's checkout. Asking git whether this is a worktree is not enough, because git also says yes
// in a wrong one.
import { lstat, realpath } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { Disk } from "../../host/files/disk.ts";
import { worktreePlace, type WorktreePlace } from "./places.ts";
import { branchRef } from "./refs.ts";
import { type GitDeps, runGit } from "./run.ts";

export interface WorktreeDeps extends GitDeps {
  home: Pick<HomeLayout, "projects" | "repositories" | "worktrees">;
  disk: Disk;
}

export interface WorktreeOrder {
  id: CommissionId;
  tree: TreePlan;
}

/** The text of the worktree's `.git` file. */
export const gitFileText = (gitDir: string): string => `gitdir: ${gitDir}\n`;
export const headText = (branch: string): string => `ref: ${branchRef(branch)}\n`;

/** Throws a fault with the code "worktree" that names what is wrong. */
export async function proveIsolation(deps: WorktreeDeps, { id, tree }: WorktreeOrder): Promise<void> {
  const place = worktreePlace(deps.home, id, tree);
  if (!(await lstat(place.workTree).catch(() => undefined))?.isDirectory())
    throw notIsolated(place, "there is no such directory");
  await provePlainFiles(deps, { place, tree });
  await proveWithGit(deps, { place, tree });
}

interface Proof {
  place: WorktreePlace;
  tree: TreePlan;
}

async function provePlainFiles({ disk }: WorktreeDeps, { place, tree }: Proof): Promise<void> {
  const { gitDir, workTree } = place;
  const expected: readonly (readonly [path: string, text: string])[] = [
    [`${workTree}/.git`, gitFileText(gitDir)],
    [`${gitDir}/gitdir`, `${workTree}/.git\n`],
    [`${gitDir}/HEAD`, headText(tree.branch)],
  ];
  for (const [path, text] of expected) {
    const found = await disk.readText(path).catch(() => undefined);
    if (found === undefined) throw notIsolated(place, `${path} is not there, or is not a file`);
    if (found !== text) throw notIsolated(place, `${path} says "${found.trim()}", not "${text.trim()}"`);
  }
  const common = resolve(gitDir, ((await disk.readText(`${gitDir}/commondir`)) ?? "").trim());
  if ((await real(common)) !== (await real(tree.repository)) || common === gitDir)
    throw notIsolated(place, `${gitDir} does not belong to the repository ${tree.repository}`);
}

/** Repeats the proof through git, which finds its directory by the worktree's own `.git`. */
async function proveWithGit(deps: WorktreeDeps, { place, tree }: Proof): Promise<void> {
  const { workTree, gitDir } = place;
  const asked = ["--absolute-git-dir", "--show-toplevel", "--symbolic-full-name", "HEAD"];
  const found = { ...place, gitDir: `${workTree}/.git` };
  const run = await runGit(deps, { args: ["rev-parse", ...asked], place: found });
  if (run.code !== 0) throw notIsolated(place, `git does not work in it: ${run.stderr.trim()}`);
  const [ownDir = "", top, head] = run.stdout.trim().split("\n");
  if ((await real(ownDir)) !== (await real(gitDir)) || (await real(ownDir)) === (await real(tree.repository)))
    throw notIsolated(place, `its git directory is ${ownDir}`);
  const expectedTop = `${await real(dirname(workTree))}${workTree.slice(dirname(workTree).length)}`;
  if (top !== expectedTop) throw notIsolated(place, `its top level is ${top}`);
  if (head !== branchRef(tree.branch)) throw notIsolated(place, `${head} is checked out there`);
}

function real(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

function notIsolated({ workTree }: WorktreePlace, why: string): Fault {
  return new Fault("worktree", `The worktree ${workTree} is not what it should be: ${why}.`);
}
