// Finds the worktrees of a project by their directories in the home, and by git's entries for them, the directories
// under "worktrees/" in the repository. Only reads files: it changes nothing and does not run git.
import { lstat } from "node:fs/promises";
import { type HomeLayout, projectLayout } from "../../contract/home/home-layout.ts";
import { type CommissionId, commissionId, type ProjectName, projectName } from "../../contract/home/ids.ts";
import type { Disk } from "../../host/files/disk.ts";
import { plainFiles } from "../../host/files/plain-files.ts";
import { keptByGit } from "../repository/places.ts";
import { shownBy } from "../repository/view.ts";
import { readCopied } from "./worktree-records.ts";

type Home = Pick<HomeLayout, "projects" | "repositories" | "worktrees">;

export interface FindWorktreesDeps {
  home: Home;
  disk: Pick<Disk, "list" | "readText">;
}

export interface FoundWorktree {
  project: ProjectName;
  /** The name of git's entry, which for a commission's worktree is also the last part of `path`. */
  name: string;
  id: CommissionId | null;
  path: string;
  hasDirectory: boolean;
  /** Git's entry; `null` if there is none. */
  entry: GitEntry | null;
}

export interface GitEntry {
  directory: string;
  /** The path of the worktree that the entry names; `null` if it names none. */
  leadsTo: string | null;
  /** The content of the entry's HEAD; empty if that cannot be read. */
  head: string;
  isLocked: boolean;
  /** Whether the hall has recorded that it created the worktree completely. */
  isWhole: boolean;
}

/** Returns the projects that have files in the home, even if the configuration does not name them any more. */
export async function projectsAtHome({ home, disk }: FindWorktreesDeps): Promise<ProjectName[]> {
  const names = [...(await disk.list(home.worktrees)), ...(await disk.list(home.repositories))];
  const parsed = [...new Set(names)].map((name) => projectName.safeParse(name));
  return parsed.flatMap((each) => (each.success ? [each.data] : [])).toSorted();
}

const ofCommission = /^commission-(.+)$/;

/**
 * Finds the worktrees of commissions. In the repository, entries with other names are a person's own and are skipped.
 */
export async function findWorktrees(deps: FindWorktreesDeps, project: ProjectName): Promise<FoundWorktree[]> {
  const { home, disk } = deps;
  const { worktrees, view } = projectLayout(home, project);
  const repository = await shownBy(view);
  const here = await disk.list(worktrees);
  const listed = repository === undefined ? [] : await disk.list(`${repository}/worktrees`);
  const names = new Set([...here, ...listed.filter((name) => idIn(name) !== null)]);
  const found: FoundWorktree[] = [];
  for (const name of [...names].filter((each) => !each.startsWith(".")).toSorted())
    found.push(await lookAt(deps, { project, name, path: `${worktrees}/${name}`, repository }));
  return found;
}

export async function findIntegration(deps: FindWorktreesDeps, project: ProjectName): Promise<FoundWorktree> {
  const { integration: path, view } = projectLayout(deps.home, project);
  const repository = await shownBy(view);
  return lookAt(deps, { project, name: `guild-hall-${project}`, path, repository });
}

function idIn(name: string): CommissionId | null {
  const parsed = commissionId.safeParse(ofCommission.exec(name)?.[1]);
  return parsed.success ? parsed.data : null;
}

interface Named extends Pick<FoundWorktree, "project" | "name" | "path"> {
  repository: string | undefined;
}

async function lookAt({ disk }: FindWorktreesDeps, { repository, ...named }: Named): Promise<FoundWorktree> {
  const entry = repository === undefined ? null : await readEntry(disk, keptByGit(repository, named.name));
  return { ...named, id: idIn(named.name), hasDirectory: await isThere(named.path), entry };
}

async function readEntry(disk: FindWorktreesDeps["disk"], directory: string): Promise<GitEntry | null> {
  if (!(await isThere(directory))) return null;
  const [leadsTo, head, lock, copied] = await Promise.all([
    readLine(`${directory}/gitdir`),
    readLine(`${directory}/HEAD`),
    readLine(`${directory}/locked`),
    readCopied(disk, directory).catch(() => null),
  ]);
  return {
    directory,
    leadsTo: leadsTo?.replace(/\/\.git$/, "") ?? null,
    head: head ?? "",
    isLocked: lock !== undefined,
    isWhole: copied !== null,
  };
}

/** Returns the text of a short file; `undefined` if there is no such plain file. Never blocks on a pipe. */
async function readLine(path: string): Promise<string | undefined> {
  const bytes = await plainFiles.read(path, 16_384).catch(() => undefined);
  return bytes?.toString("utf8").replace(/\r?\n$/, "");
}

/** Tells whether the path is a directory itself, not a symlink to one. */
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;
}
