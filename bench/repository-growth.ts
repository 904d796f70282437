// Counts what a person's repository holds beside their history: worktrees, branches, git's own files, and objects
// that no branch reaches.
import { existsSync, readdirSync } from "node:fs";
import { projectLayout } from "../src/contract/home/home-layout.ts";
import { readableProcesses } from "../test/harness/find-text.ts";
import { gitIn } from "../test/harness/git/repositories.ts";
import { project, type World } from "../soak/project-world.ts";
import type { Say } from "./benchmark.ts";

export interface Growth {
  worktrees: number;
  processes: number;
  branches: number;
  /** Git's own files, without objects. */
  files: number;
  /** Objects that a ref reaches, and all others. */
  reachable: number;
  loose: number;
}

export function lookAtRepository({ root, checkout, deps }: World): Growth {
  const { worktrees } = projectLayout(deps.home, project);
  const here = existsSync(worktrees) ? readdirSync(worktrees) : [];
  const listed = gitIn(checkout, "worktree", "list").split("\n");
  const ownFiles = readdirSync(`${checkout}/.git`, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && !entry.parentPath.includes("/.git/objects"),
  );
  const reachable = gitIn(checkout, "rev-list", "--objects", "--all").split("\n").length;
  const counted = gitIn(checkout, "count-objects", "-v");
  const sum = (key: string) => Number(new RegExp(`^${key}: (\\d+)$`, "m").exec(counted)?.[1] ?? 0);
  return {
    worktrees: here.length + listed.length,
    processes: readableProcesses().filter(({ commandLine }) => commandLine.includes(root)).length,
    branches: gitIn(checkout, "branch", "--list").split("\n").length,
    files: ownFiles.length,
    reachable,
    loose: sum("count") + sum("in-pack") - reachable,
  };
}

export function sayGrowth(
  say: Say,
  { before, after, finished }: { before: Growth; after: Growth; finished: number },
): void {
  const more = (key: keyof Growth) => after[key] - before[key];
  for (const [name, key] of [
    ["worktrees", "worktrees"],
    ["processes", "processes"],
    ["branches", "branches"],
    ["files of git's own", "files"],
  ] as const)
    say({
      name: `${name} that ${finished} finished commissions leave`,
      value: more(key),
      unit: key,
      target: "0",
      ok: more(key) === 0,
    });
  say({
    name: `objects of no branch that a finished commission leaves, until git's own clean-up`,
    value: Math.round((more("loose") / finished) * 10) / 10,
    unit: "objects",
    target: null,
    ok: null,
    detail: { ofBranches: Math.round((more("reachable") / finished) * 10) / 10 },
  });
}
