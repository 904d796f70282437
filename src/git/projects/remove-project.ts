// Removes the files that the hall made for a project in its home. Keeps the branches, the worktrees of commissions, and
// an integration worktree that holds uncommitted files.
import { messageOf } from "../../base/text/message-of.ts";
import { readdir, rmdir, unlink } from "node:fs/promises";
import { projectLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { codeOf } from "../../host/files/disk.ts";
import { worktreeState } from "../merge/integration.ts";
import { integrationPlace, viewPlace, type WorktreePlace } from "../repository/places.ts";
import { listBranches } from "../repository/refs.ts";
import { git, splitZ } from "../repository/run.ts";
import { readShown } from "../merge/integration-head.ts";
import type { TreesDeps } from "../trees.ts";
import { shownBy } from "../repository/view.ts";

export interface RemovePlan {
  name: ProjectName;
  /** The integration worktree to remove; `null` if there is none, or if it stays. */
  worktree: WorktreePlace | null;
  view: string | null;
  /** Everything that stays: the hall's branches in the repository, and directories in the home with the reason. */
  branches: string[];
  stays: { path: string; why: string }[];
}

export async function planRemove(
  deps: TreesDeps,
  { name, integration }: { name: ProjectName; integration: string },
): Promise<RemovePlan> {
  const { view, integration: directory, worktrees } = projectLayout(deps.home, name);
  const repository = await shownBy(view);
  const left = (await deps.disk.list(worktrees)).map((each) => `${worktrees}/${each}`);
  const stays = left.map((path) => ({ path, why: "it is the worktree of a commission" }));
  if (repository === undefined) {
    if ((await deps.disk.list(directory)).length > 0) stays.push({ path: directory, why: unknownText });
    return { name, worktree: null, view: null, branches: [], stays };
  }
  const place = integrationPlace(deps.home, { project: name, repository });
  const why = await whyItStays(deps, name, place).catch(sayWhy);
  if (why !== null) stays.push({ path: directory, why });
  const all = await listBranches(deps, viewPlace(deps.home, name)).catch(() => []);
  const branches = all.map((branch) => branch.name).filter((each) => isOurs(each, integration));
  return { name, worktree: why === null ? place : null, view, branches, stays };
}

const unknownText = "the hall cannot tell which repository it belongs to";

/**
 * Removes the worktree and the view (the hall's own git directory for the repository). If this is
 * interrupted, a second call finishes the removal.
 */
export async function applyRemove(deps: TreesDeps, { worktree, view }: RemovePlan): Promise<void> {
  if (worktree !== null) await takeAway(deps, worktree);
  if (view !== null) await deps.disk.removeTree(view);
}

function isOurs(branch: string, integration: string): boolean {
  return branch === integration || branch.startsWith("claude/");
}

function sayWhy(error: unknown): string {
  return `git cannot read it: ${messageOf(error)}`;
}

/** Returns why the integration worktree must stay; `null` if removing it loses nothing. */
async function whyItStays(deps: TreesDeps, name: ProjectName, place: WorktreePlace): Promise<string | null> {
  const state = await worktreeState(name, place);
  if (state === "taken") return "it is not the project's worktree";
  if (!(await holdsFiles(place))) return null;
  const [first, ...more] = await uncommitted(deps, place);
  if (first === undefined) return null;
  return `it holds files that are in no commit: ${first}${more.length > 0 ? `, and ${more.length} more` : ""}`;
}

/**
 * Lists the files that are in no commit. Compares with the commit that the worktree shows, because its branch may be
 * ahead. A file that was deleted is not listed: the commit still has it.
 */
async function uncommitted(deps: TreesDeps, place: WorktreePlace): Promise<string[]> {
  const shown = (await readShown(deps.disk, place)) ?? "HEAD";
  const names = async (...args: string[]) => splitZ(await git(deps, { args, place }));
  const apart = ["--name-only", "-z", "--diff-filter=d", "--ignore-submodules=all"];
  await git(deps, { args: ["update-index", "-q", "--refresh", "--ignore-submodules"], place }).catch(
    () => undefined,
  );
  return [
    ...(await names("diff-index", "--cached", ...apart, shown)),
    ...(await names("diff-files", ...apart)),
    ...(await names("ls-files", "--others", "--directory", "-z")),
    ...(await filledSubmodules(place, await names("ls-files", "--stage", "-z"))),
  ];
}

async function filledSubmodules({ workTree }: WorktreePlace, staged: readonly string[]): Promise<string[]> {
  const paths = staged
    .filter((line) => line.startsWith("160000 "))
    .map((line) => line.slice(line.indexOf("\t") + 1));
  const filled = await Promise.all(paths.map((path) => readdir(`${workTree}/${path}`).catch(() => [])));
  return paths.filter((_, at) => (filled[at] ?? []).length > 0);
}

/**
 * Deletes the files through git, which fails if a file differs from the commit. Then removes the directory if
 * it is empty.
 */
async function takeAway(deps: TreesDeps, place: WorktreePlace): Promise<void> {
  if (await holdsFiles(place)) {
    const shown = (await readShown(deps.disk, place)) ?? "HEAD";
    const nothing = (await git(deps, { args: ["hash-object", "-t", "tree", "--stdin"], place })).trim();
    await git(deps, { args: ["read-tree", "-m", "-u", shown, nothing], place });
  }
  await deps.disk.removeTree(place.gitDir);
  await unlink(`${place.workTree}/.git`).catch(unlessMissing);
  await rmdir(place.workTree).catch(unlessMissing);
}

async function holdsFiles({ workTree }: WorktreePlace): Promise<boolean> {
  const names = await readdir(workTree).catch(unlessMissing);
  return names?.some((name) => name !== ".git") ?? false;
}

function unlessMissing(error: unknown): undefined {
  if (codeOf(error) === "ENOENT") return undefined;
  throw error;
}
