// Creates a project's integration branch (where finished work is merged) and its worktree, if they are
// missing. An interrupted call can be repeated: files are checked out in a draft directory, which is renamed
// last.
import { lstat, readdir } from "node:fs/promises";
import { basename, dirname } from "node:path";
import type { ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import { plainFiles } from "../../host/files/plain-files.ts";
import { lockFault } from "./move-branch.ts";
import { mustBePlainBranch } from "../repository/own-places.ts";
import { integrationPlace, type WorktreePlace } from "../repository/places.ts";
import { branchRef, findBranch } from "../repository/refs.ts";
import { type PersonsRepository, throwDamaged } from "../repository/repository.ts";
import { git, gitFault, runGit } from "../repository/run.ts";
import { writeShown } from "./integration-head.ts";
import type { TreesDeps } from "../trees.ts";

export interface IntegrationOrder extends PersonsRepository {
  name: ProjectName;
  integration: string;
  /** The commit that a new branch starts at. */
  tip: string;
}

export async function ensureIntegration(deps: TreesDeps, order: IntegrationOrder): Promise<void> {
  const place = integrationPlace(deps.home, { project: order.name, repository: order.repository });
  const state = await worktreeState(order.name, place);
  if (state === "taken") throw new Fault("project", takenText(place));
  const tip = (await findBranch(deps, order.place, order.integration)) ?? order.tip;
  if (state === "absent") return checkOut(deps, { place, order, tip });
  await writeKept(deps, place, order.integration);
  await deps.disk.replace(`${place.workTree}/.git`, linkText(place));
  // Git's entry for the worktree was removed, perhaps by "git worktree prune". The files stay as they are: if one
  // differs from the tip, git shows it as changed.
  if (!hasIndex(place)) await readIndex(deps, place, tip);
  await ensureBranch(deps, order);
  await letGo(deps, place);
}

/** "absent" if the directory is missing or empty, "taken" if something else is at its path. */
export type IntegrationWorktreeState = "there" | "absent" | "taken";

export async function worktreeState(
  name: ProjectName,
  { workTree }: WorktreePlace,
): Promise<IntegrationWorktreeState> {
  const found = await lstat(workTree).catch(() => undefined);
  if (found === undefined) return "absent";
  if (!found.isDirectory()) return "taken";
  if ((await readdir(workTree)).length === 0) return "absent";
  const link = (await plainFiles.read(`${workTree}/.git`, 16_384))?.toString("utf8") ?? "";
  // Compares only the end, because the repository may have been moved.
  return link.trimEnd().endsWith(`/worktrees/guild-hall-${name}`) ? "there" : "taken";
}

export function takenText({ workTree }: WorktreePlace): string {
  return `${workTree} is in the way: the project's worktree goes there. Move it.`;
}

interface CheckOut {
  place: WorktreePlace;
  order: IntegrationOrder;
  tip: string;
}

/**
 * Checks out into a draft directory and renames that. The index stays valid, because a rename keeps the files' inodes.
 */
async function checkOut(deps: TreesDeps, { place, order, tip }: CheckOut): Promise<void> {
  const draft = `${dirname(place.workTree)}/.${basename(place.workTree)}.draft`;
  const index = `${place.gitDir}/index.draft`;
  await clear(deps, [draft, index, `${index}.lock`, `${place.gitDir}/HEAD`]);
  await deps.disk.makeDirectories(draft);
  const wasKept = plainFiles.look(place.gitDir) !== undefined;
  await hold(deps, place);
  await writeKept(deps, place, order.integration);
  try {
    await fill(deps, { place: { ...place, workTree: draft }, order, tip, index });
  } catch (error) {
    await clear(deps, wasKept ? [draft, index] : [draft, place.gitDir]);
    await letGo(deps, place);
    throw error;
  }
  await writeShown(deps.disk, place, tip);
  await deps.disk.move(index, `${place.gitDir}/index`);
  await deps.disk.move(draft, place.workTree);
  await letGo(deps, place);
}

const held = "The hall is making this worktree.\n";

/**
 * Locks git's entry for the worktree. Until the files are in place, the entry points to a missing path, and
 * "git gc" would remove it.
 */
async function hold({ disk }: TreesDeps, { gitDir }: WorktreePlace): Promise<void> {
  await disk.makeDirectories(gitDir);
  await disk.createNew(`${gitDir}/locked`, held);
}

/** Removes the hall's own lock, and keeps one that a person set. */
async function letGo({ disk }: TreesDeps, { gitDir }: WorktreePlace): Promise<void> {
  if ((await disk.readText(`${gitDir}/locked`)) === held) await disk.removeTree(`${gitDir}/locked`);
}

async function fill(
  deps: TreesDeps,
  { place, order, tip, index }: CheckOut & { index: string },
): Promise<void> {
  const args = ["read-tree", "--reset", "-u", tip];
  await git(deps, { args, place, index }).catch((error: unknown) => throwDamaged(order, error));
  await deps.disk.replace(`${place.workTree}/.git`, linkText(place));
  await ensureBranch(deps, order);
}

async function clear({ disk }: TreesDeps, paths: readonly string[]): Promise<void> {
  for (const path of paths) await disk.removeTree(path);
}

/** Writes git's entry for a worktree, as "git worktree add" does. */
async function writeKept({ disk }: TreesDeps, place: WorktreePlace, branch: string): Promise<void> {
  await disk.makeDirectories(place.gitDir);
  await disk.replace(`${place.gitDir}/commondir`, "../..\n");
  await disk.replace(`${place.gitDir}/gitdir`, `${place.workTree}/.git\n`);
  // Does not replace an existing HEAD, which may be detached at an older commit.
  await disk.createNew(`${place.gitDir}/HEAD`, `ref: ${branchRef(branch)}\n`);
}

function linkText({ gitDir }: WorktreePlace): string {
  return `gitdir: ${gitDir}\n`;
}

function hasIndex({ gitDir }: WorktreePlace): boolean {
  return plainFiles.look(`${gitDir}/index`) !== undefined;
}

async function readIndex(deps: TreesDeps, place: WorktreePlace, tip: string): Promise<void> {
  await git(deps, { args: ["read-tree", tip], place });
  await writeShown(deps.disk, place, tip);
}

/** Creates the branch if it does not exist, and uses an existing one as it is. */
async function ensureBranch(deps: TreesDeps, order: IntegrationOrder): Promise<void> {
  const { place, repository, integration, tip } = order;
  if ((await findBranch(deps, place, integration)) !== undefined) return;
  await mustBePlainBranch(repository, integration);
  const none = "0".repeat(tip.length);
  const reason = ["-m", "guild-hall: a project was added", "--create-reflog"];
  const args = ["update-ref", "--no-deref", ...reason, branchRef(integration), tip, none];
  const run = await runGit(deps, { args, place });
  if (run.code === 0) return;
  const stderr = run.stderr.replaceAll(place.view, repository); // the person does not know the view's path
  throw lockFault({ place, repository }, run) ?? gitFault({ args }, { ...run, stderr });
}
