// Lists the parts of a project's repository that are mounted in a sandbox: just enough to show the history of
// one worktree. Settings, hooks, logs and other worktrees are left out: a setting may hold a token in a URL.
import { lstat, realpath, utimes } from "node:fs/promises";
import { type HomeLayout, projectLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import type { Checkout, TreePlan } from "../../contract/project/tree.ts";
import type { Disk } from "../../host/files/disk.ts";
import { keptByGit, type WorktreePlace, worktreePlace } from "./places.ts";

export interface ShownOrder {
  home: Pick<HomeLayout, "projects" | "repositories" | "worktrees">;
  id: CommissionId;
  tree: TreePlan;
  /** The directory for generated files, which are mounted one by one. The sandbox cannot reach the directory itself. */
  files: string;
  /** Paths inside the sandbox. */
  inside: { work: string; repository: string };
}

/** A file or directory that is mounted read-only. Order matters: a later mount may lie on top of an earlier one. */
export interface RepositoryMount {
  from: string;
  to: string;
}

const directories = ["objects", "refs"] as const;
const filesWhereThere = ["packed-refs", "shallow", "info/exclude"] as const;

/**
 * Returns the mounts for a commission's worktree. Call it anew for each sandbox: git may have replaced a file since.
 */
export async function showRepository(disk: Disk, order: ShownOrder): Promise<RepositoryMount[]> {
  const { tree, id, home } = order;
  const repository = await realpath(tree.repository);
  const name = `commission-${id}`;
  const kept = keptByGit(repository, name);
  await assertKind(kept, "directory");
  await assertKind(`${await realpath(worktreePlace(home, id, tree).workTree)}/.git`, "file");
  return showGit(disk, { ...order, repository, project: tree.project, kept, name, checkout: tree.checkout });
}

export interface LaidOutOrder extends Omit<ShownOrder, "id" | "tree"> {
  project: ProjectName;
  /** The repository's own git directory. */
  repository: string;
  /** The git directory that belongs to the laid-out directory. */
  kept: string;
}

/**
 * Returns the mounts for a laid-out directory: a git tree that was written to a plain directory to run a command on it.
 */
export async function showLaidOut(disk: Disk, order: LaidOutOrder): Promise<RepositoryMount[]> {
  const repository = await realpath(order.repository);
  const name = "laid-out";
  const shown = await showGit(disk, { ...order, repository, name, checkout: "full" });
  // The real file names the hall's view of the repository, which is not in the sandbox.
  const commondir = `${order.files}/commondir`;
  await disk.replaceUnsynced(commondir, "../..\n");
  return [...shown, { from: commondir, to: `${keptByGit(order.inside.repository, name)}/commondir` }];
}

interface GitOrder extends LaidOutOrder {
  /** Git's name for the worktree. */
  name: string;
  checkout: Checkout;
}

async function showGit(disk: Disk, order: GitOrder): Promise<RepositoryMount[]> {
  const { repository, inside, files, kept, name } = order;
  for (const part of directories) await assertKind(`${repository}/${part}`, "directory");
  const found = await Promise.all(filesWhereThere.map((part) => isFileOf(repository, part)));
  const gitDir = keptByGit(inside.repository, name);
  await makeFiles(disk, { ...order, gitDir });
  const same = (part: string) => ({ from: `${repository}/${part}`, to: `${inside.repository}/${part}` });
  return [
    ...directories.map(same),
    ...filesWhereThere.filter((_, at) => found[at]).map(same),
    { from: `${files}/HEAD`, to: `${inside.repository}/HEAD` },
    { from: `${files}/config`, to: `${inside.repository}/config` },
    { from: kept, to: gitDir },
    { from: `${files}/gitdir`, to: `${gitDir}/gitdir` },
    { from: `${files}/dot-git`, to: `${inside.work}/.git` },
    { from: `${files}/itself`, to: `${inside.repository}/.git` },
  ];
}

/**
 * Tells whether git reads some of the repository's objects from another repository. A sandbox does not show
 * the other repository, because the person has not allowed it.
 */
export async function borrowsObjects({ repository }: Pick<TreePlan, "repository">): Promise<boolean> {
  const alternates = await lstat(`${repository}/objects/info/alternates`).catch(() => undefined);
  return alternates !== undefined && alternates.size > 0;
}

/** Returns the directories for a git call that runs inside the sandbox. */
export function placeInside({ home, id, tree, inside }: Omit<ShownOrder, "files">): WorktreePlace {
  const outside = worktreePlace(home, id, tree);
  return {
    ...outside,
    gitDir: keptByGit(inside.repository, `commission-${id}`),
    view: inside.repository,
    workTree: inside.work,
  };
}

/** Throws unless the path itself is of this kind. A symlink would expose whatever it points to. */
async function assertKind(path: string, kind: "file" | "directory"): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  const isIt = kind === "file" ? found?.isFile() : found?.isDirectory();
  if (!isIt || (await realpath(path)) !== path)
    throw new Fault("git", `${path} is not the ${kind} that git made: it cannot be shown in a sandbox.`);
}

async function isFileOf(repository: string, name: string): Promise<boolean> {
  const path = `${repository}/${name}`;
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true && (await realpath(path)) === path;
}

/**
 * The modification time of the file "gitdir". Git would rewrite the file if it looked old, and it is
 * read-only in the sandbox.
 */
const neverOld = new Date("2100-01-01T00:00:00Z");

/**
 * Makes the files that differ from the repository's own. The file "itself" is the entry ".git" of the repository's
 * directory. Git passes it over, and `claude` takes the work directory for no worktree because of it: to a worktree
 * it would say that a temporary commit is better than a stash.
 */
async function makeFiles(disk: Disk, order: GitOrder & { gitDir: string }): Promise<void> {
  const { home, project, checkout, files, inside, gitDir } = order;
  const { view } = projectLayout(home, project);
  const [config, head] = await Promise.all([disk.readText(`${view}/config`), disk.readText(`${view}/HEAD`)]);
  if (config === undefined || head === undefined)
    throw new Fault("git", `${view} has no config or no HEAD: the repository cannot be shown in a sandbox.`);
  await disk.makeDirectories(files);
  const sparse = "[core]\n\tsparseCheckout = true\n\tsparseCheckoutCone = false\n";
  const texts = {
    config: checkout === "sparse" ? `${config}${sparse}` : config,
    HEAD: head,
    gitdir: `${inside.work}/.git\n`,
    "dot-git": `gitdir: ${gitDir}\n`,
    itself: "gitdir: .\n",
  };
  for (const [name, text] of Object.entries(texts))
    if ((await disk.readText(`${files}/${name}`)) !== text) await disk.replace(`${files}/${name}`, text);
  await utimes(`${files}/gitdir`, neverOld, neverOld);
}
