// Opens a person's repository: checks that the hall can use it, and creates the hall's view of it, a git directory that
// links to its objects and refs but has none of its hooks and only harmless settings.
import { stat } from "node:fs/promises";
import { findProject } from "../../contract/home/config.ts";
import { projectLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import { codeOf } from "../../host/files/disk.ts";
import { bareText, discover, type DiscoveredRepository } from "./discover.ts";
import { mustBePlain } from "./own-places.ts";
import { viewPlace } from "./places.ts";
import { findBranch, findTheirs } from "./refs.ts";
import type { GitPlace } from "./run.ts";
import { readSettings } from "./settings.ts";
import type { TreesDeps } from "../trees.ts";
import { makeView } from "./view.ts";

export interface PersonsRepository extends DiscoveredRepository {
  /** The few settings of the repository that the hall's view keeps, by lower-case name. */
  kept: ReadonlyMap<string, string>;
  /** Whether it is a shallow clone, which lacks the older commits. */
  isShallow: boolean;
  /** The directories for git calls that need only refs and objects, and no worktree. */
  place: GitPlace;
}

/** A project of the current configuration, with its repository opened. */
export interface OpenProject extends PersonsRepository {
  name: ProjectName;
  /** The path as it is written in the configuration. */
  path: string;
  /** The person's branch. */
  branch: string;
  integration: string;
}

/** Opens the repository at a path. Throws a fault with the code "project" that says why the repository is unusable. */
export async function openRepository(
  deps: TreesDeps,
  order: { project: ProjectName; path: string },
): Promise<PersonsRepository> {
  const found = await lookAt(deps, order.path).catch((error: unknown) => throwKnown(deps, order, error));
  const { view } = projectLayout(deps.home, order.project);
  await makeView(deps.disk, { view, ...found }).catch((error: unknown) => throwUnwritable(found, error));
  return { ...found, place: viewPlace(deps.home, order.project) };
}

/** Checks the repository like `openRepository`, but creates nothing. */
export async function lookAt(deps: TreesDeps, path: string): Promise<Omit<PersonsRepository, "place">> {
  const found = await discover(path);
  await mustBePlain(found.repository);
  const { kept, isBare } = await readSettings(deps, found.repository);
  if (isBare && found.gitDir === found.repository) throw new Fault("project", bareText(path));
  const shallow = await deps.disk.sizeOf(`${found.repository}/shallow`);
  return { ...found, kept, isShallow: shallow !== undefined && shallow > 0 };
}

/** Opens the project of this name. Throws a fault with the code "project" if there is none, or if it is unusable. */
export async function projectOf(deps: TreesDeps, name: ProjectName): Promise<OpenProject> {
  const settings = findProject(deps.projects(), name);
  if (!settings)
    throw new Fault(
      "project",
      `There is no project "${name}". Run "guild-hall project list" to see which there are.`,
    );
  const { path, branch, integration } = settings;
  if (path === undefined)
    throw new Fault("project", `Project "${name}" has no repository: its "path" is not set.`);
  if (branch === undefined)
    throw new Fault(
      "project",
      `Project "${name}" does not say which branch is yours. Run "guild-hall config set projects.${name}.branch BRANCH".`,
    );
  const opened = await openRepository(deps, { project: name, path });
  return { ...opened, name, path, branch, integration };
}

/** Returns the tip of the person's branch, or of the integration branch. Throws if the project has no such branch. */
export async function tipOf(
  deps: TreesDeps,
  project: OpenProject,
  which: "branch" | "integration",
): Promise<string> {
  const name = project[which];
  const find = which === "branch" ? findTheirs : findBranch;
  const tip = await find(deps, project.place, name).catch((error: unknown) => throwDamaged(project, error));
  if (tip !== undefined) return tip;
  throw new Fault(
    "project",
    which === "branch"
      ? `The branch "${name}" of project "${project.name}" is not there any more. Run "guild-hall config set projects.${project.name}.branch BRANCH".`
      : `The integration branch "${name}" of project "${project.name}" is not there. Run "guild-hall project add ${project.name} ${project.path}" to make it again.`,
  );
}

/**
 * Rethrows the error. If a project's configured path no longer exists, the message also says how to set a new
 * one.
 */
async function throwKnown(
  deps: TreesDeps,
  { project, path }: { project: ProjectName; path: string },
  error: unknown,
): Promise<never> {
  const isKnown = findProject(deps.projects(), project)?.path === path;
  if (!isKnown || !(error instanceof Fault) || (await stat(path).catch(() => undefined)) !== undefined)
    throw error;
  throw new Fault(
    "project",
    `${error.message} If it was moved, run "guild-hall config set projects.${project}.path NEW-PATH".`,
    { cause: error },
  );
}

function throwUnwritable({ repository }: { repository: string }, error: unknown): never {
  const code = codeOf(error);
  const { path = "" } = error as { path?: string };
  const isTheirs = path === repository || path.startsWith(`${repository}/`);
  if (!isTheirs || (code !== "EACCES" && code !== "EPERM" && code !== "EROFS")) throw error;
  throw new Fault(
    "project",
    `The hall cannot write to ${repository} (${code}), where it keeps its branches. Let the hall's user write there.`,
    { cause: error },
  );
}

export function throwDamaged({ top }: { top: string }, error: unknown): never {
  if (!(error instanceof Fault) || error.code !== "git") throw error;
  throw new Fault("project", `The repository ${top} is damaged: ${error.message}. Run "git fsck" there.`, {
    cause: error,
  });
}
