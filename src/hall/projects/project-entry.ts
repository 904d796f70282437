// Describes one project as it is now: its settings, its branches, and its problem.
import { messageOf } from "../../base/text/message-of.ts";
import type { ProjectBase } from "../../contract/project/base.ts";
import type { ProjectSettings } from "../../contract/home/config.ts";
import { projectLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { ProjectEntry } from "../../contract/project/project.ts";
import { countsBetween } from "../../git/repository/refs.ts";
import { type OpenProject, projectOf, tipOf } from "../../git/repository/repository.ts";
import type { TreesDeps } from "../../git/trees.ts";

export interface EntryOrder {
  name: ProjectName;
  settings: ProjectSettings;
  live: CommissionId[];
  base: ProjectBase;
}

/**
 * Returns the entry with its `problem` if the project cannot be inspected, so that the other projects are still listed.
 */
export async function projectEntryOf(deps: TreesDeps, order: EntryOrder): Promise<ProjectEntry> {
  const { path, branch, integration, ...settings } = order.settings;
  const hasPath = path !== undefined;
  const entry: ProjectEntry = {
    name: order.name,
    path: path ?? null,
    branch: branch ?? null,
    integration: hasPath ? integration : null,
    tips: { branch: null, integration: null },
    ahead: null,
    behind: null,
    shallow: false,
    worktree: hasPath ? projectLayout(deps.home, order.name).integration : null,
    settings,
    live: order.live,
    problem: null,
    base: order.base,
  };
  if (!hasPath) return entry;
  try {
    return { ...entry, ...(await standing(deps, await projectOf(deps, order.name))) };
  } catch (error) {
    return { ...entry, problem: messageOf(error) };
  }
}

type Standing = Pick<ProjectEntry, "tips" | "ahead" | "behind" | "shallow" | "problem">;

async function standing(deps: TreesDeps, project: OpenProject): Promise<Standing> {
  const problems: string[] = [];
  const tip = (which: "branch" | "integration") =>
    tipOf(deps, project, which).catch((error: unknown) => (problems.push(messageOf(error)), null));
  const tips = { branch: await tip("branch"), integration: await tip("integration") };
  const counts =
    tips.branch === null || tips.integration === null
      ? { ahead: null, behind: null }
      : await countsBetween(deps, project.place, { tip: tips.integration, other: tips.branch });
  return { tips, ...counts, shallow: project.isShallow, problem: problems[0] ?? null };
}
