// Names the directories that a git call works on: the hall's view of a repository (a git directory that links to its
// objects and refs), and git's entry for each worktree (a directory under "worktrees/").
import { type HomeLayout, projectLayout } from "../../contract/home/home-layout.ts";
import type { CommissionId, ProjectName } from "../../contract/home/ids.ts";
import type { TreePlan } from "../../contract/project/tree.ts";
import type { GitPlace } from "./run.ts";

type Home = Pick<HomeLayout, "projects" | "repositories" | "worktrees">;

/** A project and the git directory of its repository. */
export interface RepositoryRef {
  project: ProjectName;
  repository: string;
}

export type WorktreePlace = GitPlace & { workTree: string };

/** Returns the directories for a git call that needs only refs and objects, and no worktree. */
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

/** Returns the directory in which git keeps the HEAD and index of one worktree. */
export function keptByGit(repository: string, name: string): string {
  return `${repository}/worktrees/${name}`;
}
