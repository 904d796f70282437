// Tracks which git trees a person has approved for a set-up command that uses the network. A tree is shown as
// a diff against the person's branch, and approved by its id. An approval is announced to the commissions
// that wait for it.
import { approve, setAsideDamaged } from "../../workbench/checks/approvals.ts";
import { mayUseNetwork, type PlanDeps, stillWaits } from "../../workbench/checks/plan-set-up.ts";
import { findProject } from "../../contract/home/config.ts";
import { type ProjectName, projectName } from "../../contract/home/ids.ts";
import { done, type Outcome, refuse } from "../../contract/api/problem.ts";
import type { SetUpTree } from "../../contract/project/set-up.ts";
import type { SetUps } from "../dispatch/deps.ts";
import { diffTrees } from "../../git/review/diff-trees.ts";
import { projectOf, tipOf } from "../../git/repository/repository.ts";
import { treeOf } from "../../git/merge/merge-trees.ts";
import { runGit } from "../../git/repository/run.ts";
import type { TreesDeps } from "../../git/trees.ts";
import { type Clock, timestamp } from "../../host/clock.ts";
import type { Log } from "../../host/log.ts";
import { createSerial } from "../../base/async/serial.ts";
import { waitsForApproval } from "../../rules/checks/set-up-failure.ts";

export interface SetUpsDeps {
  git: TreesDeps;
  plan: PlanDeps;
  clock: Pick<Clock, "now">;
  log: Pick<Log, "warn">;
  /** Called after an approval, when something that needed a person may be resolved. */
  changed(): void;
}

export interface HallSetUps extends SetUps {
  show(project: ProjectName, tree: string): Promise<Outcome<SetUpTree>>;
  /** Approves a tree. The approval is durable when this resolves. */
  approve(project: ProjectName, tree: string): Promise<Outcome<SetUpTree>>;
  /** Finds damaged files of approvals and renames them to `.damaged`. */
  inspect(): Promise<void>;
  /** Returns a sentence for each damaged file. */
  problems(): readonly string[];
}

interface SetUpsState {
  deps: SetUpsDeps;
  listeners: Set<(project: ProjectName) => void>;
  problems: string[];
}

export function createSetUps(deps: SetUpsDeps): HallSetUps {
  const state: SetUpsState = { deps, listeners: new Set(), problems: [] };
  const alone = createSerial(); // one at a time, because an approval is added to the file of the earlier ones
  return {
    why: async (project, wait) => {
      const asksForNetwork = findProject(deps.git.projects(), project)?.setup?.network === true;
      const waits =
        asksForNetwork && (await stillWaits(deps.plan, { project, wait, signal: signalOf(deps) }));
      return waits ? waitsForApproval({ project, tree: wait.tree }) : null;
    },
    subscribe: (listener) => {
      state.listeners.add(listener);
      return () => void state.listeners.delete(listener);
    },
    show: (project, tree) => show(state, project, tree),
    approve: (project, tree) => alone(() => approveTree(state, project, tree)),
    inspect: () => alone(() => inspect(state)),
    problems: () => state.problems,
  };
}

const signalOf = ({ git }: SetUpsDeps): AbortSignal => git.signal ?? new AbortController().signal;

async function show({ deps }: SetUpsState, project: ProjectName, tree: string): Promise<Outcome<SetUpTree>> {
  const { git } = deps;
  const settings = findProject(git.projects(), project);
  if (!settings)
    return refuse(
      "not_found",
      `There is no project "${project}".`,
      'Run "guild-hall project list" to see which there are.',
    );
  const opened = await projectOf(git, project);
  const { place, branch } = opened;
  const kind = await runGit(git, { args: ["cat-file", "-t", tree], place });
  if (kind.code !== 0 || kind.stdout.trim() !== "tree")
    return refuse("not_found", `There is no tree ${tree} in the repository of project "${project}".`);
  const own = await treeOf(git, place, await tipOf(git, opened, "branch"));
  const { files, total } = await diffTrees(git, { place, from: own, to: tree, path: undefined });
  const isOpen = await mayUseNetwork(deps.plan, { project, tree, signal: signalOf(deps) });
  return done({ project, tree, branch, own, isApproved: isOpen, files, total });
}

async function approveTree(
  state: SetUpsState,
  project: ProjectName,
  tree: string,
): Promise<Outcome<SetUpTree>> {
  const { deps, listeners } = state;
  const found = await show(state, project, tree);
  if (!found.ok) return found;
  note(state, await approve(deps.plan, project, { tree, at: timestamp(deps.clock) }));
  for (const listener of listeners) listener(project);
  deps.changed();
  return done({ ...found.value, isApproved: true });
}

/** Renames damaged files. Reports a file that cannot be read, and does not change it. */
async function inspect(state: SetUpsState): Promise<void> {
  const { plan } = state.deps;
  const unread = (error: unknown) =>
    `${plan.home.setUps} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  const names = await plan.disk.list(plan.home.setUps).catch((error: unknown) => {
    note(state, unread(error));
    return [];
  });
  for (const name of names) {
    const project = projectName.safeParse(name).data;
    if (project !== undefined) note(state, await setAsideDamaged(plan, project).catch(unread));
  }
}

function note({ deps, problems }: SetUpsState, problem: string | null): void {
  if (problem === null) return;
  problems.push(problem);
  deps.log.warn(problem);
}
