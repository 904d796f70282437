// Plans how to add a project, or throws with the reason why it cannot be added. Changes nothing in the
// person's repository.
import { realpath, stat } from "node:fs/promises";
import { findProject } from "../../contract/home/config.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import { Fault } from "../../contract/api/problem.ts";
import { defaultIntegration } from "../../contract/project/tree.ts";
import { adoptedText, branchToTake, refuseBlocked, refuseCheckedOut, tipToTake } from "./choose-branches.ts";
import { discover } from "../repository/discover.ts";
import { takenText, worktreeState } from "../merge/integration.ts";
import { integrationPlace } from "../repository/places.ts";
import { findBranch } from "../repository/refs.ts";
import { repositoryId } from "../repository/repository-id.ts";
import { lookAt, type PersonsRepository } from "../repository/repository.ts";
import type { GitPlace } from "../repository/run.ts";
import type { TreesDeps } from "../trees.ts";
import { withLook } from "../repository/view.ts";
import { type RepositoryFiles } from "../../rules/project/proposal/files.ts";
import { readManifests } from "./read-manifests.ts";

export interface ProjectAddOrder {
  name: ProjectName;
  path: string;
  branch?: string | undefined;
  integration?: string | undefined;
}

export interface AddPlan {
  name: ProjectName;
  /** The top of the person's checkout. */
  path: string;
  repository: string;
  branch: string;
  integration: string;
  /** The commit that the integration branch is at, or would start at. */
  tip: string;
  /** The parts that do not exist yet and would be created. */
  makes: ("branch" | "worktree")[];
  worktree: string;
  /** Sentences to show to the person. */
  notes: string[];
  /** The files on the person's branch that say how it is set up and checked; `null` if git could not read them. */
  files: RepositoryFiles | null;
}

export type FoundRepository = Omit<PersonsRepository, "place">;

export async function planAdd(deps: TreesDeps, order: ProjectAddOrder): Promise<AddPlan> {
  const found = await lookAt(deps, order.path).catch((error: unknown) => throwMissing(order.path, error));
  await refuseOwnHome(deps, found);
  const beside = await besideOthers(deps, order, found);
  return withLook(deps, { project: order.name, ...found }, (place) =>
    planIn(deps, { order, found, place, beside }),
  );
}

interface Planning {
  order: ProjectAddOrder;
  found: FoundRepository;
  place: GitPlace;
  beside: string[];
}

async function planIn(deps: TreesDeps, { order, found, place, beside }: Planning): Promise<AddPlan> {
  const { name } = order;
  const settings = findProject(deps.projects(), name);
  const branch = order.branch ?? (await branchToTake(found, settings?.branch));
  const integration = order.integration ?? settings?.integration ?? defaultIntegration;
  const theirs = await tipToTake(deps, { found, place, branch });
  await refuseBlocked(deps, { found, place, branch, integration });
  const worktree = integrationPlace(deps.home, { project: name, repository: found.repository });
  await refuseCheckedOut(found, { integration, own: worktree });
  const state = await worktreeState(name, worktree);
  if (state === "taken") throw unusable(takenText(worktree));
  const there = await findBranch(deps, place, integration);
  const adopted =
    there === undefined ? [] : [await adoptedText(deps, place, { integration, there, branch, theirs })];
  return {
    name,
    path: found.top,
    repository: found.repository,
    branch,
    integration,
    tip: there ?? theirs,
    makes: [
      ...(there === undefined ? (["branch"] as const) : []),
      ...(state === "absent" ? (["worktree"] as const) : []),
    ],
    worktree: worktree.workTree,
    notes: [...beside, ...adopted, ...(found.isShallow ? [shallowText] : [])],
    files: await readManifests(deps, place, theirs).catch(nullIfUnreadable),
  };
}

/** A project can be added without a proposal, so a tree that git cannot read stops nothing here. */
function nullIfUnreadable(error: unknown): null {
  if (error instanceof Fault && error.code === "git") return null;
  throw error;
}

const shallowText = "It is a shallow clone: the hall does not know the history before its first commit here.";

/** Rethrows the error, with advice if the directory does not exist. */
async function throwMissing(path: string, error: unknown): Promise<never> {
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  if (isThere || !(error instanceof Fault)) throw error;
  throw new Fault("project", missingText(path), { cause: error });
}

function missingText(path: string): string {
  return `There is no directory ${path}. Clone the repository to it first, or give the path of a checkout that is there.`;
}

async function refuseOwnHome({ home }: TreesDeps, { top }: FoundRepository): Promise<void> {
  const root = await realpath(home.root);
  if (isWithin(top, root))
    throw unusable(
      `${top} belongs to the hall's own home, ${root}. Give your own checkout of the repository.`,
    );
}

/** Throws if another project has the repository or the name. Returns notes on projects nested in each other. */
async function besideOthers(
  deps: TreesDeps,
  { name }: ProjectAddOrder,
  { top, repository }: FoundRepository,
): Promise<string[]> {
  const notes: string[] = [];
  const own = await repositoryId({ repository });
  for (const [other, { path }] of Object.entries(deps.projects())) {
    const there = path === undefined ? undefined : await discover(path).catch(() => undefined);
    const isSame = there !== undefined && (await repositoryId(there).catch(() => undefined)) === own;
    if (other === name && path !== undefined && !isSame)
      throw unusable(
        there === undefined
          ? `There is a project "${name}" already, and its path ${path} cannot be used now. If it was moved, run "guild-hall config set projects.${name}.path ${top}".`
          : `There is a project "${name}" already, at ${path}. Choose another name, or remove that one first.`,
      );
    if (other === name || there === undefined) continue;
    if (isSame) throw unusable(`${top} is the project "${other}" already.`);
    if (isWithin(top, there.top)) notes.push(`It lies inside the project "${other}", at ${there.top}.`);
    if (isWithin(there.top, top)) notes.push(`The project "${other}", at ${there.top}, lies inside it.`);
  }
  return notes;
}

function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(`${directory}/`);
}

function unusable(message: string): Fault {
  return new Fault("project", message);
}
