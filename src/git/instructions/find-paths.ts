// Says which of some paths a commit of the person's branch has, as files or directories. Links and submodules do not count.
import type { InstructionsPlan } from "../../contract/commission/instructions.ts";
import type { HallConfig } from "../../contract/home/config.ts";
import type { HomeLayout } from "../../contract/home/home-layout.ts";
import type { ProjectName } from "../../contract/home/ids.ts";
import type { PathsFact } from "../../contract/commission/instructions.ts";
import { modes } from "../../rules/prompt/instructions/entries.ts";
import { viewPlace } from "../repository/places.ts";
import { git, type GitDeps, splitZ } from "../repository/run.ts";
import { findInstructions } from "./read-words.ts";

type Deps = GitDeps & {
  home: Pick<HomeLayout, "projects" | "repositories" | "worktrees">;
  projects(): HallConfig["projects"];
};

export interface PathsOrder {
  project: ProjectName;
  /** The commit, if it is decided already; `null` for the tip of the person's branch. */
  at: InstructionsPlan | null;
  /** Paths from the top of the repository, without "." and ".." parts. */
  paths: readonly string[];
}

/** Returns `null` if the project names no branch of the person's. */
export async function findPaths(
  deps: Deps,
  { project, at, paths }: PathsOrder,
): Promise<Omit<PathsFact, "type"> | null> {
  const plan = at ?? (await findInstructions(deps, project));
  if (plan === null) return null;
  // Without -t git leaves out a directory if a path inside it is asked for too.
  const args = ["ls-tree", "-t", "-z", "--full-tree", plan.commit, "--", ...paths];
  const listed = splitZ(await git(deps, { args, place: viewPlace(deps.home, project) }));
  const kinds = new Map(
    listed.map((line) => {
      const [, mode = "", path = ""] = /^(\d+) \w+ [0-9a-f]+\t([\s\S]+)$/.exec(line) ?? [];
      return [path, mode === modes.directory ? "directory" : mode.startsWith("100") ? "file" : null] as const;
    }),
  );
  const found = paths.flatMap((path) => {
    const is = kinds.get(path) ?? null;
    return is === null ? [] : [{ path, is }];
  });
  return { ...plan, paths: found };
}
