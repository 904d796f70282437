// What worktrees there are of a project: by their directories, and by what git keeps of each. Nothing is changed here,
// and git is not run: what its list says is read from its files.
import { lstat } from "node:fs/promises";
import { type HomeLayout, projectLayout } from "../../contract/home/home-layout.ts";
import { type CommissionId, commissionId, type ProjectName, projectName } from "../../contract/home/ids.ts";
import type { Disk } from "../../host/files/disk.ts";
import { plainFiles } from "../../host/files/plain-files.ts";
import { keptByGit } from "../repository/places.ts";
import { shownBy } from "../repository/view.ts";
import { readCopied } from "./worktree-records.ts";

type Home = Pick<HomeLayout, "projects" | "repositories" | "worktrees">;

export interface FindDeps {
  home: Home;
  disk: Pick<Disk, "list" | "readText">;
}

export interface FoundWorktree {
  project: ProjectName;
  /** The last part of its path, and of git's entry for it. */
  name: string;
  id: CommissionId | null;
  path: string;
  hasDirectory: boolean;
  /** What git keeps of it; null: nothing. */
  entry: GitEntry | null;
}

export interface GitEntry {
  directory: string;
  /** The worktree it leads to; null: it leads nowhere. */
  leadsTo: string | null;
  /** What its HEAD says. */
  head: string;
  isLocked: boolean;
  /** Whether the worktree was made to the end. */
  isWhole: boolean;
}

/** Projects that have something in the home, whether or not the config still names them. */
export async function projectsAtHome({ home, disk }: FindDeps): Promise<ProjectName[]> {
  const names = [...(await disk.list(home.worktrees)), ...(await disk.list(home.repositories))];
  const parsed = [...new Set(names)].map((name) => projectName.safeParse(name));
  return parsed.flatMap((each) => (each.success ? [each.data] : [])).toSorted();
}

const ofCommission = /^commission-(.+)$/;

/** Those of commissions. What a person made for themselves has other names, and is passed over. */
export async function findWorktrees(deps: FindDeps, project: ProjectName): Promise<FoundWorktree[]> {
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

export async function findIntegration(deps: FindDeps, project: ProjectName): Promise<FoundWorktree> {
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

async function lookAt({ disk }: FindDeps, { repository, ...named }: Named): Promise<FoundWorktree> {
  const entry = repository === undefined ? null : await readEntry(disk, keptByGit(repository, named.name));
  return { ...named, id: idIn(named.name), hasDirectory: await isThere(named.path), entry };
}

async function readEntry(disk: FindDeps["disk"], directory: string): Promise<GitEntry | null> {
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

/** What cannot be read as a file says nothing, and nobody waits for it. */
async function readLine(path: string): Promise<string | undefined> {
  const bytes = await plainFiles.read(path, 16_384).catch(() => undefined);
  return bytes?.toString("utf8").replace(/\r?\n$/, "");
}

/** A directory itself, not a link to one. */
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined))?.isDirectory() ?? false;
}
