// Checks a repository at the end of a random history: nothing may be lost, whatever was interrupted.
import { existsSync, readdirSync } from "node:fs";
import { projectLayout } from "../src/contract/home/home-layout.ts";
import type { CommissionId } from "../src/contract/home/ids.ts";
import { gitIn } from "../test/harness/git/repositories.ts";
import { contentsOf } from "./project-acts.ts";
import { project, records, type World } from "./project-world.ts";

export interface Owed {
  /** Contents that workers made, by git's object id, with the path of each. */
  files: Map<string, string>;
  /** Commits that were on one of the hall's branches. */
  commits: Map<string, string>;
}

export function audit(world: World, owed: Owed): string[] {
  const { checkout } = world;
  const objects = reachable(checkout);
  return [
    ...soundness(checkout),
    ...lostFiles(world, owed, objects),
    ...lostCommits(checkout, owed, objects),
    ...leftWorktrees(world),
    ...outcomes(world),
  ];
}

function soundness(checkout: string): string[] {
  try {
    gitIn(checkout, "fsck", "--full", "--no-dangling", "--no-progress");
    return [];
  } catch (error) {
    return [String(error)];
  }
}

function reachable(checkout: string): Set<string> {
  return new Set(lines(checkout, "rev-list", "--objects", "--all").map((line) => line.split(" ")[0] ?? ""));
}

function lostFiles({ deps }: World, { files }: Owed, objects: ReadonlySet<string>): string[] {
  const trashed = new Set(contentsOf(deps.home.trash).values());
  const lost = [...files].filter(([blob]) => !objects.has(blob) && !trashed.has(blob));
  return lost.map(([, where]) => `a file is lost: ${where}`);
}

/** Finds lost commits. A commit on no ref is not lost if all blobs that it changed are still reachable. */
function lostCommits(checkout: string, { commits }: Owed, objects: ReadonlySet<string>): string[] {
  const gone = [...commits].filter(([commit]) => !objects.has(commit));
  return gone.flatMap(([commit, branch]) => {
    const changed = lines(
      checkout,
      "diff-tree",
      "-r",
      "--no-commit-id",
      "--no-renames",
      `${commit}^`,
      commit,
    );
    const blobs = changed.map((line) => line.split(" ")[3] ?? "").filter((blob) => !/^0+$/.test(blob));
    return blobs.every((blob) => objects.has(blob)) ? [] : [`a commit is lost: ${commit} of ${branch}`];
  });
}

function leftWorktrees({ checkout, deps }: World): string[] {
  const { worktrees } = projectLayout(deps.home, project);
  const here = existsSync(worktrees) ? readdirSync(worktrees) : [];
  const listed = readdirSync(`${checkout}/.git/worktrees`).filter((name) => name !== `guild-hall-${project}`);
  const locks = contentsNamed(`${checkout}/.git`, /\.lock$|^packed-refs\.new$/);
  const held = lines(checkout, "for-each-ref", "refs/guild-hall");
  return [...here, ...listed, ...locks, ...held].map((name) => `${name} is left`);
}

function contentsNamed(directory: string, name: RegExp): string[] {
  return readdirSync(directory, { recursive: true })
    .map(String)
    .filter((path) => name.test(path));
}

/** Checks that each commission is merged at most once, and that every branch reported as kept exists. */
function outcomes({ root, checkout }: World): string[] {
  const merged = lines(
    checkout,
    "log",
    "--format=%H %(trailers:key=Commission,valueonly,separator=)",
    "claude/main",
  );
  const count = (id: CommissionId) => merged.filter((line) => line.endsWith(` ${id}`)).length;
  return records(root).flatMap((commission) => {
    const { request, applied } = commission.record;
    const tree = applied?.tree;
    if (!tree) return [`${request.id} has no end`];
    const wanted = tree.state === "merged" ? 1 : 0;
    const wrong =
      count(request.id) === wanted
        ? []
        : [`${request.id} is ${tree.state}, and merged ${count(request.id)} times`];
    // The branch of a kept worktree is deleted with it if all of it is on the integration branch.
    const mayGo = tree.keptWorktree && tree.state !== "kept";
    const { branch } = tree;
    const isThere = mayGo || branch === null || lines(checkout, "branch", "--list", branch).length === 1;
    return isThere ? wrong : [...wrong, `${branch} is gone`];
  });
}

function lines(checkout: string, ...args: string[]): string[] {
  return gitIn(checkout, ...args)
    .split("\n")
    .filter((line) => line !== "");
}
