// Names the git directories that a call works on: the hall's view of a repository, and git's entry for each worktree.
import { type HomeLayout, projectLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { GitPlace } from "./run.ts";

type Home = Pick<HomeLayout, "projects" | "repositories" | "worktrees">;

/** A project's repository, by its own git directory. */
export interface RepositoryRef {
  project: ProjectName;
  repository: string;
}

export type WorktreePlace = GitPlace & { workTree: string };

/** The place for calls about refs and objects. */
export function viewPlace(home: Home, project: ProjectName): GitPlace {
  const { view } = projectLayout(home, project);
  return { gitDir: view, view };
}

export function worktreePlace(home: Home, id: CommissionId, tree: TreePlan): WorktreePlace {
  const { view, worktree } = projectLayout(home, tree.project);
  return {
    gitDir: keptByGit(tree.repository, `commission-${id}`),
    view,
    workTree: worktree(id),
    sparse: tree.checkout === "sparse",
  };
}

export function integrationPlace(home: Home, { project, repository }: RepositoryRef): WorktreePlace {
  const { view, integration } = projectLayout(home, project);
  return { gitDir: keptByGit(repository, `guild-hall-${project}`), view, workTree: integration };
}

/** Where git keeps the HEAD and index of one worktree. */
export function keptByGit(repository: string, name: string): string {
  return `${repository}/worktrees/${name}`;
}
